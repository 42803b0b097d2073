import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertPaper } from "../../../../tests/support/archive/courses.ts";
import {
  addFile,
  drainPiles,
  paperLines,
  READY_VALUES,
} from "../../../../tests/support/archive/pile-world.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";

const { university } = READY_VALUES;
const TITLE = "Numerical Methods";

describe.each(bothEngines)("the titles of a batch's papers that print only a code, on %s", (engine) => {
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
  const addPaper = async (code: string, isLeftOut: (line: string) => boolean) => {
    const lines = paperLines(code).filter((line) => !isLeftOut(line));
    await addFile(archive, student, id, tinyPdf([{ lines }]));
    await drainPiles(archive);
  };
  const row = async () => (await piles().get(student, id, { size: 100 })).rows[0];
  const set = async (values: Record<string, string | null>) =>
    piles().setRows(student, id, { rows: [(await row())?.id], values });
  const isTitle = (line: string) => line.startsWith("Course Title");

  test("a row has the only title of its course at the printed university, and can be sent", async () => {
    await insertPaper(archive, { university, code: "CSE 2103", subject: TITLE });
    await addPaper("CSE-2103", isTitle);
    expect(await row()).toMatchObject({
      status: "ready",
      fields: { subject: { value: TITLE, from: "course", confidence: "likely" } },
    });
    await set({ subject: "Another Title" });
    expect((await row())?.fields["subject"]).toEqual({ value: "Another Title", from: "you" });
    await set({ subject: "" });
    expect(await row()).toMatchObject({ status: "missing", missing: ["subject"] });
  });

  test("a row has to be checked if papers of its course have several titles", async () => {
    for (const subject of [TITLE, TITLE, "Numerical Analysis"])
      await insertPaper(archive, { university, code: "CSE 2103", subject });
    await addPaper("CSE 2103", isTitle);
    expect(await row()).toMatchObject({
      status: "check",
      fields: { subject: { value: TITLE, from: "course", confidence: "guess" } },
    });
    await set({ subject: TITLE });
    expect((await row())?.status).toBe("ready");
  });

  test("a row has to be checked if its heading seems to print another title", async () => {
    await insertPaper(archive, { university, code: "CSE 2103", subject: TITLE });
    const lines = paperLines("CSE 2103").flatMap((line) => (isTitle(line) ? ["Operating Systems"] : [line]));
    await addFile(archive, student, id, tinyPdf([{ lines }]));
    await drainPiles(archive);
    expect(await row()).toMatchObject({
      status: "check",
      fields: { subject: { value: TITLE, from: "course", printed: "Operating Systems" } },
    });
  });

  test("a printed title stays, and a course of another university gives none", async () => {
    await insertPaper(archive, { university, code: "CSE 2103", subject: TITLE });
    await insertPaper(archive, { code: "CSE 2105", subject: TITLE });
    await addPaper("CSE 2103", () => false);
    expect((await row())?.fields["subject"]).toMatchObject({ value: READY_VALUES.subject, from: "file" });
    await addPaper("CSE 2105", isTitle);
    const [, other] = (await piles().get(student, id, { size: 100 })).rows;
    expect(other).toMatchObject({ status: "missing", missing: ["subject"] });
  });

  test("a row gets its title as soon as the person sets the university", async () => {
    await insertPaper(archive, { university, code: "CSE 2103", subject: TITLE });
    await addPaper("CSE 2103", (line) => isTitle(line) || line === university);
    expect((await row())?.fields["subject"]).toBeUndefined();
    await set({ university });
    expect((await row())?.fields["subject"]).toMatchObject({ value: TITLE, from: "course" });
  });
});
