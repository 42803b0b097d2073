import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { activePdfs } from "../../../../tests/support/files/active-pdfs.ts";
import { driveLink, insertItem, type ItemOptions } from "../../../../tests/support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { driveSpellings, ID } from "../../../../tests/support/archive/link-spellings.ts";
import { ENGLISH_HEAD, scan } from "../../../../tests/support/files/scan.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { sha256Of } from "../../files/storage/file-store.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createServices } from "../../services.ts";

const SITTING = { code: "CSE 2103", year: "2019", semester: "3", examType: "final" };
/** Removes the university from an item. */
const NO_UNIVERSITY = { university: undefined as unknown as string };
const scripted = activePdfs["named scripts"] as () => Buffer;
const QUESTIONS = Array.from({ length: 14 }, (_none, index) => {
  const topics = ["heaps and tries", "how a queue is kept in an array", "why quicksort is fast", "hashing"];
  return `${index + 2}. Explain ${topics[index % topics.length]} with ${index} figures.`;
});

describe.each(engines)("likely duplicates on %s", (engine) => {
  let archive: TestArchive;
  let owner: User;
  let other: User;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    owner = (await archive.signUp("Owner")).actor;
    other = (await archive.signUp("Other")).actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterEach(() => archive.close());

  const duplicates = () => archive.services.duplicates;
  const find = (actor: User | undefined, input: Record<string, string>, kind = "note") =>
    duplicates().find(actor, kind, input);
  /** The result of `find`, as ids with reasons. */
  const hits = async (actor: User, input: Record<string, string>, kind = "note") => {
    const { items, awaits } = await find(actor, input, kind);
    return { items: items.map(({ row, reasons }) => [row.id, ...reasons]), awaits };
  };
  const nothing = { items: [], awaits: false };
  const insert = (status: ItemOptions["status"] & string, fields: Record<string, string>, kind = "note") =>
    insertItem(archive, kind, { status, uploader: owner, fields: { ...NO_UNIVERSITY, ...fields } });
  const upload = (actor: User, bytes: Uint8Array) => archive.services.files.accept(actor, bytes, "scan.jpg");
  /** Inserts an item with this file for the owner. */
  const shown = async (bytes: Uint8Array, status: "Approved" | "Pending" = "Approved") => {
    const { key } = await upload(owner, bytes);
    const fields = { driveLink: undefined as unknown as string };
    return insertItem(archive, "note", { status, uploader: owner, fileKey: key, fields });
  };
  const page = (angle = 0, questions = QUESTIONS) => scan([...ENGLISH_HEAD, ...questions], angle);

  test("finds an item by every spelling of its link, and finds nothing for an invalid link", async () => {
    const id = await insert("Approved", { driveLink: `https://drive.google.com/file/d/${ID}/view` });
    const shapes = driveSpellings.filter(([, , named = ID]) => named === ID).map(([link]) => link);
    expect(shapes.length).toBeGreaterThan(60);
    for (const shape of shapes)
      expect(await hits(other, { driveLink: shape })).toEqual({ items: [[id, "sameLink"]], awaits: false });
    for (const none of [driveLink(), "", "javascript:alert(1)", `drive:${ID}`, "https://localhost/"])
      expect(await hits(other, { driveLink: none })).toEqual(nothing);
  });

  test("shows a pending item to its owner and to admins, and shows others only that a duplicate is waiting", async () => {
    const link = driveLink();
    const id = await insert("Pending", { driveLink: link });
    expect(await hits(other, { driveLink: link })).toEqual({ items: [], awaits: true });
    expect(await hits(owner, { driveLink: link })).toEqual({ items: [[id, "sameLink"]], awaits: false });
    expect(await hits(admin, { driveLink: link })).toEqual({ items: [[id, "sameLink"]], awaits: false });
    await expect(find(undefined, { driveLink: link })).rejects.toMatchObject({ code: "sign_in_required" });
  });

  test("leaves out Cancelled items, and shows a Pending paper of the same exam only to its owner", async () => {
    const link = driveLink();
    await insert("Cancelled", { driveLink: link });
    for (const actor of [owner, other, admin])
      expect(await hits(actor, { driveLink: link })).toEqual(nothing);
    await insert("Pending", SITTING, "question");
    expect(await hits(other, SITTING, "question")).toEqual(nothing);
    expect((await hits(owner, SITTING, "question")).items).toHaveLength(1);
  });

  test("finds the same file and a similar first page, also among other people's uploads", async () => {
    const original = await page();
    const id = await shown(original);
    const waiting = await shown(await page(1.5), "Pending");
    const same = await upload(other, original);
    expect(await hits(other, { fileKey: same.key })).toEqual({ items: [[id, "sameFile"]], awaits: true });
    expect(await hits(admin, { fileKey: same.key })).toEqual(nothing);
    const crooked = await upload(admin, await page(-1.2));
    expect(await hits(admin, { fileKey: crooked.key })).toEqual({
      items: [
        [id, "samePage"],
        [waiting, "samePage"],
      ],
      awaits: false,
    });
    const different = await upload(other, await page(0, [...QUESTIONS].reverse()));
    expect(await hits(other, { fileKey: different.key })).toEqual(nothing);
  });

  test("finds a PDF with removed scripts by its uploaded bytes and by its stored bytes", async () => {
    const id = await shown(scripted());
    const found = { items: [[id, "sameFile"]], awaits: false };
    const again = await upload(other, scripted());
    expect(await hits(other, { fileKey: again.key })).toEqual(found);
    const kept = await archive.services.files.get(other, again.key);
    expect(kept.uploadedSha256).toBe(sha256Of(scripted()));
    const downloaded = await new Response(await archive.services.files.stream(kept)).bytes();
    expect(sha256Of(downloaded)).toBe(kept.sha256);
    const back = await upload(other, downloaded);
    expect(await hits(other, { fileKey: back.key })).toEqual(found);
  });

  test("finds the same PDF if an earlier version of Proshno removed its scripts differently", async () => {
    const earlier = tinyPdf([{ lines: QUESTIONS }]);
    const id = await shown(earlier);
    await archive.db.write
      .updateTable("file")
      .set({ uploadedSha256: sha256Of(scripted()) })
      .where("sha256", "=", sha256Of(earlier))
      .execute();
    const { key } = await upload(other, scripted());
    expect(await hits(other, { fileKey: key })).toEqual({ items: [[id, "sameFile"]], awaits: false });
  });

  test("finds a paper of the same university, course, year, semester and exam in any spelling of the code", async () => {
    const id = await insert("Approved", SITTING, "question");
    await insert("Approved", { ...SITTING, examType: "mid" }, "question");
    await insert("Approved", { ...SITTING, year: "2018" }, "question");
    const found = { items: [[id, "sameExam"]], awaits: false };
    expect(await hits(other, { ...SITTING, code: "cse-২১০৩" }, "question")).toEqual(found);
    expect(await hits(other, { ...SITTING, university: "BUET" }, "question")).toEqual(found);
    expect(await hits(other, { ...SITTING, code: "CSE 2104" }, "question")).toEqual(nothing);
    expect(await hits(other, { code: "CSE 2103" }, "question")).toEqual(nothing);
    const buet = await insert("Approved", { ...SITTING, semester: "5", university: "BUET" }, "question");
    const fifth = { ...SITTING, semester: "5" };
    expect((await hits(other, { ...fifth, university: "buet" }, "question")).items).toEqual([
      [buet, "sameExam"],
    ]);
    expect(await hits(other, { ...fifth, university: "RUET" }, "question")).toEqual(nothing);
  });

  test("compares semesters in any spelling, and matches a paper without a semester to every semester", async () => {
    const id = await insert("Approved", { ...SITTING, semester: "L-2 T-1" }, "question");
    const found = { items: [[id, "sameExam"]], awaits: false };
    const as = (semester: string) => hits(other, { ...SITTING, semester }, "question");
    for (const same of ["2-1", "Level 2, Term 1", "২য় বর্ষ ১ম সেমিস্টার", ""])
      expect(await as(same)).toEqual(found);
    for (const different of ["3", "2-2", "Fall 2019"]) expect(await as(different)).toEqual(nothing);
  });

  test("does not match papers of two different seasons, although their semesters have no normal form", async () => {
    const id = await insert("Approved", { ...SITTING, semester: "Spring 2019" }, "question");
    const as = (semester: string) => hits(other, { ...SITTING, semester }, "question");
    expect(await as("Fall 2019")).toEqual(nothing);
    expect(await as("spring  2019")).toEqual({ items: [[id, "sameExam"]], awaits: false });
  });

  test.each([
    ["term", "fall", "spring"],
    ["set", "A", "B"],
    ["heldIn", "january", "december"],
  ])(
    "does not match papers with a different %s, but matches a paper without one to every paper",
    async (name, one, another) => {
      const id = await insert("Approved", { ...SITTING, [name]: one }, "question");
      const as = (value: string) => hits(other, { ...SITTING, [name]: value }, "question");
      expect(await as(another)).toEqual(nothing);
      for (const same of [one, ""])
        expect(await as(same)).toEqual({ items: [[id, "sameExam"]], awaits: false });
      const link = driveLink();
      const linked = await insert("Approved", { ...SITTING, [name]: one, driveLink: link }, "question");
      const again = await hits(other, { ...SITTING, [name]: another, driveLink: link }, "question");
      expect(again).toEqual({ items: [[linked, "sameLink"]], awaits: false });
    },
  );

  test("matches papers of different sets only if the file is the same, not if the first pages are similar", async () => {
    const bytes = await page();
    const { key } = await upload(owner, bytes);
    const fields = { ...SITTING, set: "A", driveLink: undefined as unknown as string };
    const id = await insertItem(archive, "question", { uploader: owner, fileKey: key, fields });
    const crooked = (await upload(other, await page(1.2))).key;
    const asked = { code: "CSE 9999", year: "2001", fileKey: crooked };
    expect(await hits(other, { ...asked, set: "B" }, "question")).toEqual(nothing);
    for (const set of ["A", ""])
      expect(await hits(other, { ...asked, set }, "question")).toEqual({
        items: [[id, "samePage"]],
        awaits: false,
      });
    const same = (await upload(other, bytes)).key;
    expect(await hits(other, { ...asked, set: "B", fileKey: same }, "question")).toEqual({
      items: [[id, "sameFile"]],
      awaits: false,
    });
  });

  test("compares title, subject and department if an item has no code", async () => {
    const fields = { topic: "Binary Trees", department: "CSE", subject: "Algorithms" };
    const id = await insert("Approved", fields);
    expect((await hits(other, { ...fields, topic: "binary trees" })).items).toEqual([[id, "sameTitle"]]);
    expect(await hits(other, { ...fields, department: "EEE" })).toEqual(nothing);
    expect(await hits(other, { ...fields, topic: "Binary" })).toEqual(nothing);
  });

  test("puts the most certain duplicate first, with all its reasons", async () => {
    const link = driveLink();
    const guess = await insert("Approved", SITTING, "question");
    const sure = await insert("Approved", { ...SITTING, driveLink: link }, "question");
    expect((await hits(other, { ...SITTING, driveLink: link }, "question")).items).toEqual([
      [sure, "sameLink", "sameExam"],
      [guess, "sameExam"],
    ]);
  });

  test("a moderator sees the number of duplicates, compares two items and marks them as different permanently", async () => {
    const link = driveLink();
    const [one, two] = [
      await insert("Approved", { driveLink: link }),
      await insert("Pending", { driveLink: link }),
    ];
    const alone = await insert("Pending", { driveLink: driveLink() });
    const counts = () => duplicates().counts(admin, [one, two, alone]);
    expect(await counts()).toEqual({ [one]: 1, [two]: 1, [alone]: 0 });
    const { item, similar } = await duplicates().compare(admin, two);
    expect([item.id, similar.map(({ row, reasons }) => [row.id, reasons])]).toEqual([
      two,
      [[one, ["sameLink"]]],
    ]);
    const both = [
      { id: one, other: two },
      { id: two, other: one },
    ];
    const said = await Promise.all(
      Array.from({ length: 10 }, (_none, index) => duplicates().setNotSame(admin, both[index % 2])),
    );
    expect(said.filter(({ modified }) => modified)).toHaveLength(1);
    expect(await counts()).toEqual({ [one]: 0, [two]: 0, [alone]: 0 });
    expect((await duplicates().compare(admin, two)).similar).toEqual([]);
    const trail = await archive.db.read
      .selectFrom("audit")
      .select("id")
      .where("action", "=", "notSame")
      .execute();
    expect(trail).toHaveLength(1);
    // A contributor still sees the pair as possible duplicates.
    expect((await hits(other, { driveLink: link })).items).toHaveLength(1);
  });

  test("lets only admins compare items, and refuses unknown items", async () => {
    const id = await insert("Pending", {});
    for (const [actor, code] of [
      [undefined, "sign_in_required"],
      [owner, "forbidden"],
    ] as const) {
      await expect(duplicates().compare(actor, id)).rejects.toMatchObject({ code });
      await expect(duplicates().counts(actor, [id])).rejects.toMatchObject({ code });
      await expect(duplicates().setNotSame(actor, { id, other: id })).rejects.toMatchObject({ code });
    }
    for (const gone of ["0".repeat(24), "?"])
      await expect(duplicates().compare(admin, gone)).rejects.toMatchObject({ code: "not_found" });
    await expect(duplicates().setNotSame(admin, { id, other: id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("finds a paper as soon as another server stores it, and no longer finds a deleted paper", async () => {
    const secondServer = createServices({
      ...archive.shared,
      origin: archive.origin,
      secret: "s".repeat(32),
    });
    const find2 = async (key: string) =>
      (await secondServer.duplicates.find(admin, "note", { fileKey: key })).items.map(({ row }) => row.id);
    const crooked = await upload(admin, await page(1));
    expect(await find2(crooked.key)).toEqual([]);
    const ids = [];
    for (const angle of [0, 2]) {
      ids.push(await shown(await page(angle)));
      expect((await find2(crooked.key)).sort()).toEqual([...ids].sort());
    }
    await archive.db.write.deleteFrom("resource").where("id", "in", ids).execute();
    expect(await find2(crooked.key)).toEqual([]);
  });

  test("gives each paper its own number when papers are stored simultaneously", async () => {
    const scans = await Promise.all([0, 1].map((angle) => page(angle)));
    await Promise.all(scans.map((bytes) => upload(owner, bytes)));
    await Promise.all(scans.map((bytes) => upload(other, bytes)));
    const rows = await archive.db.read.selectFrom("paper").select(["seq"]).execute();
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(2);
  });
});
