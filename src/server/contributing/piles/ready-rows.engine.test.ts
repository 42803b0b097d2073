import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import {
  addFile,
  drainPiles,
  paper,
  paperLines,
  READY_VALUES,
} from "../../../../tests/support/archive/pile-world.ts";
import { TEST_LANGUAGES } from "../../../../tests/support/files/languages.ts";
import { type TinyPage, tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createRecogniser } from "../../files/recognition/recogniser.ts";
import { PAGE_LIMIT, recognitionHandlers } from "../../files/recognition/recognition.jobs.ts";
import { recognitionLanes } from "../../files/recognition/recognition-jobs.ts";
import { createJobRunner } from "../../platform/jobs/job-runner.ts";

const UNIVERSITY = READY_VALUES.university;
const recogniser = createRecogniser({ languages: TEST_LANGUAGES });
afterAll(() => recogniser.close());

/** The lines of a paper without its university. */
const withoutUniversity = (code: string) => paperLines(code).slice(1);
/** The lines of a paper that prints its year, but no exam. */
const withoutExam = (code: string) =>
  paperLines(code).map((line) => (line.startsWith("Final") ? "Examination, 2019" : line));
const MORE = { lines: ["2. Write a long answer about queues, with an example for each of them."] };
/** A page without a text layer, which the server reads as a picture. */
const PICTURE: TinyPage = { content: "0 0 9 9 re f", size: [200, 100] };

describe.each(bothEngines)("the rows of a pile that are ready on %s", (engine) => {
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
  const add = async (...papers: Uint8Array[]) => {
    for (const bytes of papers) await addFile(archive, student, id, bytes);
    await drainPiles(archive);
  };
  const set = async (values: Record<string, string | null>) => {
    const [row] = await rows();
    await piles().setRows(student, id, { rows: [row?.id], values });
  };
  const ofLast = () =>
    insertItem(archive, "question", {
      uploader: student,
      fields: { department: "CSE", university: UNIVERSITY },
    });
  const readPictures = () =>
    createJobRunner({
      jobs: archive.services.jobs,
      handlers: recognitionHandlers(archive.services.recognition, recogniser),
      choice: { lanes: recognitionLanes, isShared: true },
      limit: PAGE_LIMIT,
      log: {
        failed: ({ error }) => expect.unreachable(String(error)),
        error: (error) => expect.unreachable(String(error)),
      },
    }).drain();

  test("a paper without an exam waits until the person confirms that none is printed", async () => {
    await add(tinyPdf([{ lines: withoutExam("CSE 2103") }]));
    const [row] = await rows();
    expect(row).toMatchObject({ status: "check", missing: [], unconfirmed: ["examType"] });
    expect(await piles().send(student, id, {})).toEqual({ sending: 0, failed: {} });
    await set({ examType: "" });
    const confirmed = { status: "ready", unconfirmed: [], fields: { code: { from: "file" } } };
    expect(await rows()).toMatchObject([confirmed]);
    expect(await rows()).toMatchObject([confirmed]);
    await set({ examType: null });
    expect(await statuses()).toEqual(["check"]);
    await set({ examType: "mid" });
    expect(await statuses()).toEqual(["ready"]);
  });

  test("the university of the last paper needs one confirmation, for one row or for all rows", async () => {
    await ofLast();
    await add(...["CSE 2103", "CSE 2105"].map((code) => tinyPdf([{ lines: withoutUniversity(code) }])));
    const unconfirmed = { status: "check", missing: [], unconfirmed: ["university"] };
    expect(await rows()).toMatchObject([unconfirmed, unconfirmed]);
    await set({ university: UNIVERSITY });
    expect(await rows()).toMatchObject([
      { status: "ready", unconfirmed: [], fields: { university: { value: UNIVERSITY, from: "you" } } },
      unconfirmed,
    ]);
    await set({ university: null });
    await piles().answer(student, id, { values: { university: UNIVERSITY } });
    expect(await statuses()).toEqual(["ready", "ready"]);
    await piles().answer(student, id, { values: { university: null } });
    await set({ university: "" });
    expect(await statuses()).toEqual(["ready", "check"]);
  });

  test("a note needs neither an exam nor a confirmed university", async () => {
    await ofLast();
    await add(tinyPdf([{ lines: withoutUniversity("CSE 2103") }]));
    const [row] = await rows();
    await piles().setRows(student, id, { rows: [row?.id], kind: "note", values: { topic: "Queues" } });
    expect(await rows()).toMatchObject([
      { status: "ready", unconfirmed: [], fields: { university: { from: "last" } } },
    ]);
  });

  test("a row that the person only has to check is sent when they choose it", async () => {
    await add(tinyPdf([{ lines: withoutExam("CSE 2103") }]));
    const [row] = await rows();
    expect(await piles().send(student, id, { rows: [row?.id] })).toEqual({ sending: 1, failed: {} });
    await drainPiles(archive);
    expect(await statuses()).toEqual(["sent"]);
  });

  test("a PDF of several pages is ready after the server has read all of them", async () => {
    await add(tinyPdf([{ lines: paperLines("CSE 2103") }, MORE, PICTURE]), paper("CSE 2105"));
    expect(await statuses()).toEqual(["reading", "ready"]);
    expect(await piles().send(student, id, {})).toEqual({ sending: 1, failed: {} });
    await readPictures();
    expect(await statuses()).toEqual(["ready", "sending"]);
  });

  test("a PDF whose other pages can't be read now shows what it lacks, and is ready if the person keeps it whole", async () => {
    await archive.services.recognition.pause((await archive.signUp("Admin", "admin")).actor);
    await add(tinyPdf([{ lines: withoutExam("CSE 2103") }, MORE, PICTURE]));
    expect(await rows()).toMatchObject([{ status: "check", unconfirmed: ["examType"], mayBeSeveral: true }]);
    await set({ examType: "final" });
    expect(await rows()).toMatchObject([{ status: "reading", mayBeSeveral: true }]);
    const [row] = await rows();
    await piles().setRows(student, id, { rows: [row?.id], keepWhole: true });
    expect(await statuses()).toEqual(["ready"]);
    expect((await rows())[0]?.mayBeSeveral).toBeUndefined();
  });

  test("four exams in one PDF are proposed as four papers, also two terms of one year", async () => {
    const term = (name: string, year: number): TinyPage => ({
      lines: paperLines("CSE 2103", year).map((line) =>
        line.startsWith("Final") ? `Final Examination, ${name} ${year}` : line,
      ),
    });
    const pages = [term("Spring", 2022), MORE, term("Summer", 2022), term("Fall", 2022), MORE];
    await addFile(archive, student, id, tinyPdf([...pages, term("Fall", 2023), PICTURE]));
    expect(await statuses()).toEqual(["reading"]);
    await drainPiles(archive);
    expect(await statuses()).toEqual(["reading"]);
    expect(await piles().send(student, id, {})).toEqual({ sending: 0, failed: {} });
    await readPictures();
    expect(await rows()).toMatchObject([
      {
        status: "check",
        proposedSplit: [
          [1, 2],
          [3, 3],
          [4, 5],
          [6, 7],
        ],
      },
    ]);
  });
});
