import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addFile, drainPiles, paperLines } from "../../../../tests/support/archive/pile-world.ts";
import { savedAnew, scanOf } from "../../../../tests/support/files/saved-anew.ts";
import { A4, tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";

const QUESTIONS = Array.from({ length: 22 }, (_none, index) => {
  const topics = ["heaps and tries", "how a queue is kept in an array", "why quicksort is fast", "hashing"];
  return `${index + 2}. Explain ${topics[index % topics.length]} with ${index + 11} figures.`;
});
const FIGURES = QUESTIONS.map((line) => line.replace("with 1", "with 2"));
const linesOf = (year: number, questions = QUESTIONS) => [...paperLines("CSE 2103", year), ...questions];
const pdf = (lines: string[]) => tinyPdf([{ lines, size: A4 }]);

describe.each(bothEngines)("one paper that was saved anew, in a pile on %s", (engine) => {
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
  const rows = async () => (await piles().get(student, id, { size: 100 })).rows;
  const statuses = async () => (await rows()).map(({ status }) => status);
  const file = (bytes: Uint8Array, name: string, place?: number) =>
    addFile(archive, student, id, bytes, name, place);
  const drain = () => drainPiles(archive);

  test("a copy is a duplicate of the first row before that is sent, and stays behind when the rest is sent", async () => {
    await file(pdf(linesOf(2019)), "first.pdf");
    await file(savedAnew(linesOf(2019)), "resaved.pdf");
    await file(savedAnew(linesOf(2019), 2027), "dated.pdf");
    // Until the pages are read, another year can still tell the papers apart.
    expect(await statuses()).toEqual(["reading", "reading", "reading"]);
    await drain();
    const [first, ...copies] = await rows();
    expect(first).toMatchObject({ status: "ready", duplicate: undefined });
    for (const copy of copies)
      expect(copy).toMatchObject({
        status: "duplicate",
        duplicate: { reason: "samePage", rowId: first?.id },
        fields: { code: { value: "CSE 2103" } },
      });
    const chosen = await piles().send(student, id, { rows: copies.map((copy) => copy.id) });
    expect(chosen.sending).toBe(0);
    expect(Object.values(chosen.failed)).toMatchObject(
      copies.map(() => ({ rows: { code: "rowDuplicate" } })),
    );
    expect(await piles().send(student, id, {})).toEqual({ sending: 1, failed: {} });
    await drain();
    expect(await statuses()).toEqual(["sent", "duplicate", "duplicate"]);
    await piles().setRows(student, id, { rows: [copies[0]?.id], sendAnyway: true });
    expect(await statuses()).toEqual(["sent", "ready", "duplicate"]);
  });

  test("a scan and a file of one paper are found, also if the scan comes before the file", async () => {
    const key = await file(pdf(linesOf(2019)), "file.pdf", 2);
    await file(await scanOf(archive, student, key), "scan.jpg", 1);
    await piles().setRows(student, id, {
      rows: "all",
      values: { code: "CSE 2103", year: "2019", examType: "final" },
    });
    const [scan, later] = await rows();
    expect(later).toMatchObject({ label: "file.pdf", status: "duplicate", duplicate: { rowId: scan?.id } });
    await piles().setRows(student, id, { rows: [scan?.id], leftOut: true });
    await drain();
    expect(await statuses()).toEqual(["leftOut", "ready"]);
  });

  test("two papers that differ only in their year and some numbers are not duplicates", async () => {
    await file(pdf(linesOf(2019)), "2019.pdf");
    await file(pdf(linesOf(2021, FIGURES)), "2021.pdf");
    await file(savedAnew(linesOf(2021, FIGURES)), "2021 again.pdf");
    await drain();
    const [, original, copy] = await rows();
    expect(await statuses()).toEqual(["ready", "ready", "duplicate"]);
    expect(copy?.duplicate).toMatchObject({ reason: "samePage", rowId: original?.id });
    // One answer for all papers doesn't make two papers one.
    await piles().answer(student, id, { values: { year: "2021" } });
    expect(await statuses()).toEqual(["check", "ready", "duplicate"]);
    const row = original?.id ?? "";
    expect(await piles().send(student, id, { rows: [row] })).toEqual({ sending: 1, failed: {} });
  });

  test("the form for one paper names the copy, and no paper of another year", async () => {
    const { services } = archive;
    await file(pdf(linesOf(2019)), "2019.pdf");
    await file(pdf(linesOf(2021, FIGURES)), "2021.pdf");
    await drain();
    await piles().send(student, id, {});
    await drain();
    const { key } = await services.files.accept(student, savedAnew(linesOf(2021, FIGURES)), "again.pdf");
    await drain();
    const found = await services.duplicates.find(student, "question", { fileKey: key });
    expect(found.items.map(({ row, reasons }) => [row.code, row.examType, row.year, reasons])).toEqual([
      ["CSE 2103", "final", 2021, ["samePage"]],
    ]);
  });
});
