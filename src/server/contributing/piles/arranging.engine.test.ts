import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  addFile,
  drainPiles,
  paperLines,
  sha256Of,
  READY_VALUES,
} from "../../../../tests/support/archive/pile-world.ts";
import { insertPile, PILE, pileRowId } from "../../../../tests/support/api/sample-pile.ts";
import { scan } from "../../../../tests/support/files/scan.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { enPileProblems } from "../../../shared/messages/en-piles.ts";
import type { User } from "../../../shared/people/policy.ts";

describe.each(engines)("joined and split rows of piles on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let id: string;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Student")).actor;
    id = await archive.services.piles.create(student);
  });
  afterEach(() => archive.close());

  const piles = () => archive.services.piles;
  const pile = () => piles().get(student, id, { size: 100 });
  const ids = async () => (await pile()).rows.map((row) => row.id);
  const file = (bytes: Uint8Array, name: string) => addFile(archive, student, id, bytes, name);
  const sent = async () => {
    expect(await drainPiles(archive)).toEqual([]);
    const found = await archive.db.read
      .selectFrom("resource")
      .innerJoin("file", "file.key", "resource.fileKey")
      .innerJoin("paper", "paper.sha256", "file.sha256")
      .select(["file.key", "file.type", "file.sha256", "paper.pages"])
      .orderBy("resource.id")
      .execute();
    return found;
  };

  test("a row that no attempt could send is ready again with the reason, and the other rows are sent", async () => {
    await file(await scan(["Course Code: CSE 2101"]), "a.jpg");
    await file(
      await scan(["Course Code: CSE 2103", "1. Define a stack and a queue.", "2. Compare both."]),
      "b.jpg",
    );
    const all = await ids();
    await piles().setRows(student, id, { rows: all, values: READY_VALUES });
    const [lost] = (await pile()).rows;
    const [photo] = lost?.files ?? [];
    await piles().arrange(student, id, { row: lost?.id, pages: [{ id: photo?.id, turn: 90 }] });
    // The turned photo becomes a new PDF, which needs bytes that are not there.
    const sha256 = await sha256Of(archive, photo?.key);
    const bytes = await archive.fileStore.get(sha256);
    const aside = await archive.fileStore.setAside(sha256);
    await archive.fileStore.remove(aside ?? "");
    await piles().send(student, id, { rows: all });
    const { signal } = new AbortController();
    await expect(piles().runSend(id, false, signal)).rejects.toMatchObject({ code: "ENOENT" });
    const statuses = async () => (await pile()).rows.map(({ status }) => status);
    expect(await statuses()).toEqual(["sending", "sent"]);
    await piles().runSend(id, true, signal);
    expect(await statuses()).toEqual(["ready", "sent"]);
    expect((await pile()).rows[0]?.failure).toEqual({ rows: enPileProblems.notSent("", "") });
    await archive.fileStore.put(bytes);
    expect(await piles().send(student, id, {})).toMatchObject({ sending: 1 });
    await sent();
    expect(await statuses()).toEqual(["sent", "sent"]);
  });

  test("numbered photos become one PDF in their order, turned as the person wants", async () => {
    await file(await scan(["Page two of the exam"]), "CSE2103 page 2.jpg");
    await file(await scan(["Course Code: CSE 2103"]), "CSE2103 page 1.jpg");
    await file(await scan(["Another paper"]), "other.jpg");
    const [second, first, other] = await ids();
    expect((await pile()).proposedGroups).toEqual([[first, second]]);
    await piles().setRows(student, id, { rows: "all", values: { year: "2019" } });
    expect((await pile()).proposedGroups).toEqual([[first, second]]);
    await piles().setRows(student, id, { rows: [second], values: { year: "2020" } });
    expect((await pile()).proposedGroups).toEqual([]);
    await piles().setRows(student, id, { rows: [second], values: { year: "2019" } });
    expect(await piles().group(student, id)).toBe(1);
    const [joined] = (await pile()).rows;
    expect(joined?.label).toBe("CSE2103 page 1.jpg");
    expect(joined?.files.map(({ name }) => name)).toEqual(["CSE2103 page 1.jpg", "CSE2103 page 2.jpg"]);
    expect(await ids()).toEqual([first, other]);
    const [one, two] = joined?.files ?? [];
    await piles().arrange(student, id, {
      row: first,
      pages: [
        { id: two?.id, turn: 90 },
        { id: one?.id, turn: 0 },
      ],
    });
    await piles().setRows(student, id, { rows: [first], values: READY_VALUES });
    await piles().send(student, id, { rows: [first] });
    const [pdf, ...others] = await sent();
    expect(others).toEqual([]);
    expect(pdf).toMatchObject({ type: "application/pdf", pages: 2 });
    const stored = await archive.services.files.get(student, pdf?.key ?? "");
    const shapes = [];
    for (const page of [1, 2]) {
      const { width = 0, height = 0 } = await sharp(
        await archive.services.files.page(stored, page, 720),
      ).metadata();
      shapes.push(width > height);
    }
    const { width = 0, height = 0 } = await sharp(await scan(["Page two of the exam"])).metadata();
    expect(shapes[0]).toBe(height > width);
    // The photos are gone: only the PDF and the other photo stay.
    expect(await archive.db.read.selectFrom("file").select("key").execute()).toHaveLength(2);
  });

  test("a PDF of two exams proposes a split, and each part is sent with its text", async () => {
    await file(
      tinyPdf([
        { lines: paperLines("CSE 2103", 2019) },
        { lines: ["2. Write a long answer about queues, with an example for each of them."] },
        { lines: paperLines("CSE 2105", 2020) },
      ]),
      "two exams.pdf",
    );
    await drainPiles(archive);
    const [whole] = (await pile()).rows;
    expect(whole?.proposedSplit).toEqual([
      [1, 2],
      [3, 3],
    ]);
    expect(whole?.status).toBe("check");
    expect(await piles().send(student, id, {})).toEqual({ sending: 0, failed: {} });
    const parts = await piles().split(student, id, { row: whole?.id, at: [3] });
    expect(await ids()).toEqual(parts);
    const { rows } = await pile();
    expect(rows.map(({ fields }) => [fields["code"]?.value, fields["year"]?.value])).toEqual([
      ["CSE 2103", "2019"],
      ["CSE 2105", "2020"],
    ]);
    expect(rows.map(({ status }) => status)).toEqual(["ready", "ready"]);
    await piles().send(student, id, {});
    const files = (await sent()).toSorted((one, other) => other.pages - one.pages);
    expect(files.map(({ pages }) => pages)).toEqual([2, 1]);
    await drainPiles(archive);
    const [, second] = files;
    const { pages } = await archive.services.recognition.pageTexts(student, second?.key ?? "");
    expect(pages[0]?.text).toContain("CSE 2105");
    // The upload is gone, because both parts are sent.
    expect(await archive.db.read.selectFrom("file").select("key").execute()).toHaveLength(2);
  });

  test("a PDF of two exams is ready when the person keeps it as one paper", async () => {
    await file(
      tinyPdf([{ lines: paperLines("CSE 2103", 2019) }, { lines: paperLines("CSE 2105", 2020) }]),
      "two exams.pdf",
    );
    await drainPiles(archive);
    const [row] = await ids();
    const shown = async () => (await pile()).rows.map(({ status, proposedSplit }) => [status, proposedSplit]);
    await piles().setRows(student, id, { rows: [row], keepWhole: true });
    expect(await shown()).toEqual([["ready", undefined]]);
    await piles().setRows(student, id, { rows: [row], keepWhole: false });
    expect(await shown()).toMatchObject([
      [
        "check",
        [
          [1, 1],
          [2, 2],
        ],
      ],
    ]);
  });

  test("counts the exams in an uploaded file for its owner", async () => {
    const { accept } = archive.services.files;
    const count = async (...exams: string[]) => {
      const { key } = await accept(student, tinyPdf(exams.map((code) => ({ lines: paperLines(code) }))), "a");
      await drainPiles(archive);
      return [key, await piles().examsIn(student, key)] as const;
    };
    expect((await count("CSE 2103"))[1]).toBe(1);
    expect((await count("CSE 2103", "CSE 2103"))[1]).toBe(1);
    const [key, exams] = await count("CSE 2103", "CSE 2105", "CSE 2107");
    expect(exams).toBe(3);
    const other = (await archive.signUp("Other")).actor;
    await expect(piles().examsIn(other, key)).rejects.toMatchObject({ code: "not_found" });
  });

  test("photos that a person takes apart are not proposed again", async () => {
    await file(await scan(["Page one"]), "CSE2103 page 1.jpg");
    await file(await scan(["Page two"]), "CSE2103 page 2.jpg");
    expect(await piles().group(student, id)).toBe(1);
    const [joined] = await ids();
    await piles().split(student, id, { row: joined, at: [2] });
    expect(await ids()).toHaveLength(2);
    expect((await pile()).proposedGroups).toEqual([]);
  });

  test("joined photos keep the values of all of them, and those of the first photo come first", async () => {
    await file(await scan(["Page one"]), "one.jpg");
    await file(await scan(["Page two"]), "two.jpg");
    await file(await scan(["Page three"]), "three.jpg");
    const [one, two, three] = await ids();
    await piles().setRows(student, id, { rows: [one], values: { year: "2021", semester: "" } });
    await piles().setRows(student, id, { rows: [two], values: { code: "CSE 2103", semester: "5" } });
    await piles().setRows(student, id, { rows: [three], values: { code: "CSE 2105", year: "2019" } });
    // The order of the call counts, and not that of the pile.
    await piles().join(student, id, { rows: [two, three, one] });
    const [joined] = (await pile()).rows;
    expect(joined?.fields).toMatchObject({
      code: { value: "CSE 2103" },
      semester: { value: "5" },
      year: { value: "2019" },
    });
  });

  test("refuses a paper of more than 60 photos", async () => {
    await insertPile(
      archive,
      student.id,
      Array.from({ length: 61 }, () => 1),
    );
    const rows = Array.from({ length: 61 }, (_, at) => pileRowId(at + 1));
    await expect(piles().join(student, PILE, { rows })).rejects.toMatchObject({
      fields: { rows: { code: "rowPhotos" } },
    });
    await piles().join(student, PILE, { rows: rows.slice(1) });
  });

  test("says why a refused row and a row that is being sent can't change", async () => {
    await insertPile(archive, student.id, [1, 1, 1]);
    const [first, second, third] = [1, 2, 3].map(pileRowId);
    const { db } = archive;
    const set = (row: string | undefined, changes: { state?: "refused"; sendAt?: number }) =>
      db.write
        .updateTable("pileRow")
        .set(changes)
        .where("id", "=", row ?? "")
        .execute();
    await set(first, { state: "refused" });
    await set(second, { sendAt: 1 });
    const join = (rows: unknown) => piles().join(student, PILE, { rows });
    const refusal = (code: string) => ({ code: "conflict", fields: { rows: { code } } });
    await expect(join([first, third])).rejects.toMatchObject(refusal("rowRefused"));
    await expect(join([second, third])).rejects.toMatchObject(refusal("rowSending"));
    const edit = piles().setRows(student, PILE, { rows: [first], values: {} });
    await expect(edit).rejects.toMatchObject(refusal("rowRefused"));
  });

  test("refuses to join PDFs, to split outside the pages, and to lose a page", async () => {
    await file(tinyPdf([{ lines: paperLines("CSE 2103") }]), "a.pdf");
    await file(await scan(["A photo"]), "b.jpg");
    const [pdf, photo] = await ids();
    const { files } = (await pile()).rows[1] ?? {};
    await expect(piles().join(student, id, { rows: [photo, pdf] })).rejects.toMatchObject({
      fields: { rows: { code: "photosOnly" } },
    });
    await expect(piles().split(student, id, { row: pdf, at: [2] })).rejects.toMatchObject({
      fields: { at: { code: "pageRange" } },
    });
    const page = { id: files?.[0]?.id, turn: 90 };
    await expect(piles().arrange(student, id, { row: photo, pages: [page, page] })).rejects.toMatchObject({
      fields: { pages: { code: "pageOrder" } },
    });
  });
});
