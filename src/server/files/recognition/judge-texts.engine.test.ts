import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { payloadOf } from "../../../../tests/support/archive/factories.ts";
import { onePage, FONT, tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { ENGLISH_HEAD } from "../../../../tests/support/files/scan.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createJobRunner } from "../../platform/jobs/job-runner.ts";
import { lanes } from "../../platform/jobs/lanes.ts";
import { judgeTextsJob } from "./recognition-jobs.ts";
import { PAGE_LIMIT, recognitionHandlers } from "./recognition.jobs.ts";

/** The letters of a font that says the wrong letter for each glyph. */
const mixedUp = (text: string): string =>
  [...text]
    .map((char) => (/[a-z]/i.test(char) ? String.fromCharCode(char.charCodeAt(0) + 1) : char))
    .join("");

describe.each(engines)("the judgement of text layers on %s", (engine) => {
  let archive: TestArchive;
  let student: User;
  const failures: unknown[] = [];

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    student = (await archive.signUp("Student")).actor;
  });
  afterEach(async () => {
    await archive.close();
    expect(failures.splice(0)).toEqual([]);
  });

  const work = async () => {
    const { jobs, recognition } = archive.services;
    const runner = createJobRunner({
      jobs,
      handlers: recognitionHandlers(recognition, undefined),
      choice: { lanes: [lanes.text], isShared: true },
      mayWork: async () => true,
      limit: PAGE_LIMIT,
      log: { failed: ({ error }) => failures.push(error), error: (error) => failures.push(error) },
    });
    await runner.drain();
  };
  const accept = async (bytes: Uint8Array) => {
    const { key } = await archive.services.files.accept(student, bytes, "paper");
    const fields = payloadOf("note", { driveLink: undefined, fileKey: key });
    await archive.services.resources.create(student, "note", fields, VISIT.client);
    const { sha256 } = await archive.services.files.get(student, key);
    return sha256;
  };
  const texts = async (sha256: string) =>
    archive.db.read.selectFrom("pageText").selectAll().where("sha256", "=", sha256).orderBy("page").execute();
  const pagesToRecognise = async (sha256: string) =>
    archive.db.read
      .selectFrom("job")
      .select("payload")
      .where("subject", "=", sha256)
      .where("kind", "=", "recognisePage")
      .execute();
  /** Stores what an earlier release stored. */
  const storeOld = async (sha256: string, text: string, words: string) => {
    await archive.db.write.deleteFrom("pageText").where("sha256", "=", sha256).execute();
    await archive.db.write
      .insertInto("pageText")
      .values({ sha256, page: 1, source: "embedded", text, confidence: 100, lineBoxes: null })
      .execute();
    await archive.db.write
      .updateTable("paper")
      .set({ pageWords: words })
      .where("sha256", "=", sha256)
      .execute();
    await archive.db.write.deleteFrom("job").execute();
  };
  const judge = async () => {
    await archive.services.jobs.enqueue([judgeTextsJob("")]);
    await work();
  };
  const wordsOf = async (sha256: string) => {
    const paper = archive.db.read.selectFrom("paper").select("pageWords").where("sha256", "=", sha256);
    return (await paper.executeTakeFirstOrThrow()).pageWords;
  };

  test("a new page whose letters are mixed up is recognised, and has no text until then", async () => {
    const sha256 = await accept(tinyPdf([{ lines: ENGLISH_HEAD.map(mixedUp) }]));
    await work();
    expect(await texts(sha256)).toEqual([]);
    expect(await pagesToRecognise(sha256)).toHaveLength(1);
  });

  test("a stored text whose letters are mixed up leaves, with its words, and the page is recognised once", async () => {
    const sha256 = await accept(tinyPdf([{ lines: ENGLISH_HEAD.map(mixedUp) }]));
    await work();
    await storeOld(sha256, ENGLISH_HEAD.map(mixedUp).join("\n"), " vojwfstjuz ");
    await judge();
    expect(await texts(sha256)).toEqual([]);
    expect(await wordsOf(sha256)).toBe("");
    expect(await pagesToRecognise(sha256)).toHaveLength(1);
    await judge();
    expect(await pagesToRecognise(sha256)).toHaveLength(1);
  });

  test("text that readers can't see leaves a stored page, and other papers stay as they are", async () => {
    const lines = ENGLISH_HEAD.map((line, at) => `BT /F 12 Tf 72 ${800 - 20 * at} Td (${line}) Tj ET`);
    const hidden = "1 g BT /F 12 Tf 72 100 Td (Compiler Design 2022) Tj ET";
    const page = onePage(`${lines.join(" ")} ${hidden}`, { resources: `/Font << /F ${FONT} >>` });
    const sha256 = await accept(page);
    const other = await accept(tinyPdf([{ lines: [...ENGLISH_HEAD, "Another paper"] }]));
    await work();
    const [right] = await texts(sha256);
    const unchanged = await texts(other);
    await storeOld(sha256, `${right?.text}\nCompiler Design 2022`, " compiler design ");
    await judge();
    expect(await texts(sha256)).toEqual([right]);
    expect(await wordsOf(sha256)).not.toContain(" compiler ");
    expect(await texts(other)).toEqual(unchanged);
    expect(await pagesToRecognise(sha256)).toEqual([]);
  });
});
