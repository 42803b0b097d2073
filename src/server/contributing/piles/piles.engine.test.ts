import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import { addFile, drainPiles, paper, paperLines } from "../../../../tests/support/archive/pile-world.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { PILE_LIFETIME } from "../../../shared/files/pile-limits.ts";
import type { User } from "../../../shared/people/policy.ts";
import { openDatabase } from "../../platform/db/open.ts";
import { createServices } from "../../services.ts";

describe.each(engines)("piles on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  let other: User;
  let admin: User;
  let now: number;
  let id: string;

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 23);
    archive = await openTestArchive(engine, { clock: () => now });
    student = (await archive.signUp("Student")).actor;
    other = (await archive.signUp("Other")).actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
    id = await archive.services.piles.create(student);
  });
  afterEach(() => archive.close());

  const piles = () => archive.services.piles;
  const rows = async () => (await piles().get(student, id, { size: 100 })).rows;
  const statuses = async () => (await rows()).map(({ status }) => status);
  const items = () => archive.db.read.selectFrom("resource").selectAll().orderBy("id").execute();
  const file = (bytes: Uint8Array, name?: string) => addFile(archive, student, id, bytes, name);
  const drain = () => drainPiles(archive);

  test("reads the details of an uploaded paper and sends it as a pending question", async () => {
    const key = await file(paper("CSE 2103"), "final.pdf");
    expect(await drain()).toEqual([]);
    const [row] = await rows();
    expect(row).toMatchObject({
      status: "ready",
      missing: [],
      label: "final.pdf",
      kind: "question",
      version: 1,
      fields: {
        code: { value: "CSE 2103", from: "file", confidence: "sure" },
        year: { value: "2019", from: "file" },
        examType: { value: "final", from: "file" },
        subject: { value: "Sample Structures", from: "file" },
      },
    });
    expect(await piles().send(student, id, {})).toEqual({ sending: 1, failed: {} });
    expect(await statuses()).toEqual(["sending"]);
    expect(await piles().list(student)).toMatchObject([{ counts: { draft: 1 }, open: 0, sending: 1 }]);
    expect(await drain()).toEqual([]);
    expect(await piles().list(student)).toMatchObject([{ counts: { sent: 1 }, open: 0, sending: 0 }]);
    const [item] = await items();
    expect(item).toMatchObject({
      kind: "question",
      status: "Pending",
      uploaderId: student.id,
      fileKey: key,
      code: "CSE 2103",
    });
    expect(await rows()).toMatchObject([{ status: "sent", itemId: item?.id, itemStatus: "Pending" }]);
  });

  test("a person's value comes before an answer for all rows, and that before the file", async () => {
    await file(paper("CSE 2103"));
    await file(paper("CSE 2105"));
    await drain();
    const answers = await piles().answer(student, id, {
      values: { year: "২০২২", university: "Sample University" },
    });
    expect(answers).toEqual({ year: "2022", university: "Sample University" });
    const [first] = await rows();
    const versions = await piles().setRows(student, id, {
      rows: [first?.id],
      values: { year: 2020, semester: "" },
    });
    expect(versions).toEqual({ [first?.id as string]: 2 });
    expect((await rows()).map(({ fields }) => [fields["year"], fields["semester"]])).toMatchObject([
      [{ value: "2020", from: "you" }, undefined],
      [{ value: "2022", from: "all" }, undefined],
    ]);
    await piles().setRows(student, id, { rows: "all", values: { year: null } });
    await piles().answer(student, id, { values: { year: null } });
    expect((await rows()).map(({ fields }) => fields["year"]?.from)).toEqual(["file", "file"]);
  });

  test("a paper that prints something else than the answer for all papers waits until the person decides", async () => {
    const buet = "Bangladesh University of Engineering and Technology";
    const linesAt = (code: string, year: number) => [buet, ...paperLines(code, year).slice(1)];
    await file(tinyPdf([{ lines: linesAt("CSE 2103", 2019) }]));
    await file(tinyPdf([{ lines: linesAt("CSE 2105", 2022) }]));
    await drain();
    // The short name is the printed university.
    await piles().answer(student, id, { values: { year: "2022", university: "BUET" } });
    const [differing, same] = await rows();
    expect(differing).toMatchObject({
      status: "check",
      fields: { year: { value: "2022", from: "all", printed: "2019" } },
    });
    expect(differing?.fields["year"]?.snippet).toContain("2019");
    expect(same?.status).toBe("ready");
    expect(same?.fields).toMatchObject({ university: { value: "BUET", from: "all" } });
    expect(await piles().send(student, id, {})).toEqual({ sending: 1, failed: {} });
    await drain();
    await piles().setRows(student, id, { rows: [differing?.id], values: { year: "2019" } });
    expect((await rows())[0]).toMatchObject({ status: "ready", fields: { year: { from: "you" } } });
    await piles().setRows(student, id, { rows: [differing?.id], values: { year: null } });
    await piles().answer(student, id, { values: { year: null } });
    expect((await rows())[0]).toMatchObject({ status: "ready", fields: { year: { from: "file" } } });
  });

  test("department and university come from the person's last contribution", async () => {
    await insertItem(archive, "question", {
      uploader: student,
      fields: { department: "EEE", university: "Sample University" },
    });
    await file(
      tinyPdf([{ lines: ["Course Code: EEE 1201", "Answer any three of the following questions."] }]),
    );
    await drain();
    expect((await rows())[0]?.fields).toMatchObject({
      university: { value: "Sample University", from: "last" },
    });
  });

  test("refuses a value with a sentence at its field, and changes nothing", async () => {
    await file(paper("CSE 2103"));
    const bad = piles().setRows(student, id, { rows: "all", values: { year: "1700", colour: "red" } });
    await expect(bad).rejects.toMatchObject({
      code: "invalid_input",
      fields: { year: { code: "year" }, colour: { code: "unknownField" } },
    });
    for (const change of [piles().setRows, piles().answer])
      for (const name of ["constructor", "toString"]) {
        const values = { [name]: "x" };
        const input = change === piles().answer ? { values } : { rows: "all", values };
        await expect(change(student, id, input)).rejects.toMatchObject({
          code: "invalid_input",
          fields: { [name]: { code: "unknownField" } },
        });
      }
    expect((await rows())[0]?.version).toBe(1);
    const gone = piles().setRows(student, id, { rows: ["0".repeat(24)], values: { year: "2020" } });
    await expect(gone).rejects.toMatchObject({ fields: { rows: { code: "pileRows" } } });
  });

  test("two tabs that edit different cells of one row both win, and a sent row can't change", async () => {
    await file(paper("CSE 2103"));
    await drain();
    const [row] = await rows();
    await Promise.all([
      piles().setRows(student, id, { rows: [row?.id], values: { set: "A" } }),
      piles().setRows(student, id, { rows: [row?.id], values: { term: "fall" } }),
    ]);
    const [edited] = await rows();
    expect(edited?.version).toBe(3);
    expect(edited?.fields).toMatchObject({ set: { value: "A" }, term: { value: "fall" } });
    await piles().send(student, id, {});
    await drain();
    const late = piles().setRows(student, id, { rows: [row?.id], values: { set: "B" } });
    await expect(late).rejects.toMatchObject({ code: "conflict", fields: { rows: { code: "rowSent" } } });
    const again = piles().send(student, id, { rows: [row?.id] });
    await expect(again).rejects.toMatchObject({ code: "conflict" });
    expect(await items()).toHaveLength(1);
  });

  test("tells which chosen rows can't be sent, and why", async () => {
    await file(
      tinyPdf([{ lines: ["A page with enough letters, but without any name of a course or an exam."] }]),
    );
    await drain();
    const [only] = await rows();
    expect(only?.status).toBe("missing");
    const { sending, failed } = await piles().send(student, id, { rows: [only?.id] });
    expect(sending).toBe(0);
    expect(failed[only?.id as string]).toMatchObject({ code: { code: "required" } });
    expect((await piles().get(student, id)).missing).toMatchObject({ code: 1, year: 1 });
  });

  test("leaves out a paper that is in the archive or earlier in the pile, until it is sent anyway", async () => {
    const bytes = paper("CSE 2103");
    await file(bytes, "one.pdf");
    await file(bytes, "copy.pdf");
    await drain();
    expect(await statuses()).toEqual(["ready", "duplicate"]);
    await piles().send(student, id, {});
    await drain();
    await file(bytes, "later.pdf");
    const [sent, copy, later] = await rows();
    expect(later?.duplicate).toEqual({ reason: "sameFile", itemId: sent?.itemId });
    expect(copy?.duplicate).toMatchObject({ reason: "sameFile", rowId: sent?.id, label: "one.pdf" });
    await piles().setRows(student, id, { rows: [later?.id], sendAnyway: true });
    await drain();
    expect(await piles().send(student, id, {})).toMatchObject({ sending: 1 });
    await drain();
    expect(await statuses()).toEqual(["sent", "duplicate", "sent"]);
    expect(await items()).toHaveLength(2);
  });

  test("two runners send each row once, and another course with the same look is no duplicate", async () => {
    for (const code of ["CSE 2101", "CSE 2103", "CSE 2105"]) await file(paper(code));
    await drain();
    await piles().send(student, id, {});
    const { signal } = new AbortController();
    await Promise.allSettled([piles().runSend(id, false, signal), piles().runSend(id, false, signal)]);
    await drain();
    expect(await statuses()).toEqual(["sent", "sent", "sent"]);
    expect((await items()).map(({ code }) => code).toSorted()).toEqual(["CSE 2101", "CSE 2103", "CSE 2105"]);
  });

  test("a page of a pile needs the same queries for few and for many rows", async () => {
    let queries = 0;
    const db = openDatabase({
      databaseUrl: archive.env.DATABASE_URL || undefined,
      dataFolder: archive.env.PROSHNO_DATA,
      onQuery: () => (queries += 1),
    });
    const { origin, env } = archive;
    const counted = createServices({ ...archive.shared, db, origin, secret: env.PROSHNO_SECRET });
    const count = async () => {
      queries = 0;
      await counted.piles.get(student, id, { size: 100 });
      return queries;
    };
    for (const code of ["CSE 2101", "CSE 2103"]) await file(paper(code));
    await drain();
    await count();
    const few = await count();
    for (const code of ["EEE 1101", "EEE 1103", "EEE 1105", "EEE 1107"]) await file(paper(code));
    const links = Array.from({ length: 200 }, (_, at) => `https://example.edu/papers/${at}.pdf`);
    await piles().addLinks(student, id, { links: links.join("\n") });
    await drain();
    await count();
    expect(await count()).toBe(few);
    await db.close();
  });

  test("only the owner finds a pile", async () => {
    await file(paper("CSE 2103"));
    for (const actor of [other, admin]) {
      await expect(piles().get(actor, id)).rejects.toMatchObject({ code: "not_found" });
      await expect(piles().setRows(actor, id, { rows: "all", values: {} })).rejects.toMatchObject({
        code: "not_found",
      });
      await expect(piles().send(actor, id, {})).rejects.toMatchObject({ code: "not_found" });
      await expect(piles().remove(actor, id)).rejects.toMatchObject({ code: "not_found" });
      expect(await piles().list(actor)).toEqual([]);
    }
    await expect(piles().get(undefined, id)).rejects.toMatchObject({ code: "sign_in_required" });
    expect(await piles().list(student)).toMatchObject([{ id, counts: { draft: 1 } }]);
  });

  test("the files of a pile are never swept, and go with the pile", async () => {
    const key = await file(paper("CSE 2103"));
    now += 25 * 3_600_000;
    const failed: unknown[] = [];
    await archive.services.files.sweep((error) => failed.push(error));
    expect(failed).toEqual([]);
    expect((await rows())[0]?.files).toMatchObject([{ key }]);
    // The sweep of the release before 0.3.0 doesn't know piles, and looks only at the time of the file.
    const old = archive.db.read
      .selectFrom("file")
      .select("key")
      .where("createdAt", "<", now + PILE_LIFETIME);
    expect(await old.execute()).toEqual([]);
    await piles().remove(student, id);
    expect(await archive.db.read.selectFrom("file").selectAll().execute()).toEqual([]);
    expect(await archive.db.read.selectFrom("pileRow").selectAll().execute()).toEqual([]);
  });

  test("a pile expires 30 days after its last change", async () => {
    await file(paper("CSE 2103"));
    expect((await piles().list(student))[0]?.expiresAt).toBe(new Date(now + PILE_LIFETIME).toISOString());
    now += PILE_LIFETIME - 1;
    await piles().sweep(() => {});
    expect(await piles().list(student)).toHaveLength(1);
    now += 2;
    await piles().sweep(() => {});
    expect(await piles().list(student)).toEqual([]);
    expect(await archive.db.read.selectFrom("file").selectAll().execute()).toEqual([]);
  });
});
