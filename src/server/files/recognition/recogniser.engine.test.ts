import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { TEST_LANGUAGES } from "../../../../tests/support/files/languages.ts";
import { BANGLA_HEAD, ENGLISH_HEAD, scan } from "../../../../tests/support/files/scan.ts";
import { MB } from "../../../shared/bytes.ts";
import { ocrLanguages } from "./languages.ts";
import { NotRecognised, startOcrChild } from "./ocr-child.ts";
import { proposeFacts } from "./propose-facts.ts";
import { createRecogniser } from "./recogniser.ts";

const forever = new AbortController().signal;

describe("the recogniser", () => {
  const recogniser = createRecogniser({ languages: TEST_LANGUAGES });
  afterAll(() => recogniser.close());

  test.each([
    ["English", ENGLISH_HEAD, 0],
    ["English, crooked", ENGLISH_HEAD, -2.6],
    ["Bangla", BANGLA_HEAD, 0],
    ["Bangla, crooked", BANGLA_HEAD, 2.2],
  ])("reads a page in %s well enough to find its details", async (_name, lines, angle) => {
    const { text, confidence } = await recogniser.recognise(await scan(lines, angle), forever);
    const facts = proposeFacts(text);
    expect(facts).toMatchObject({
      code: { value: "CSE 2103" },
      examType: { value: "final" },
      year: { value: "2019" },
      department: { value: "CSE" },
    });
    expect(confidence).toBeGreaterThan(60);
  });

  test.each([
    [300, 400],
    [2_000, 1],
    [1, 2_000],
  ])("finds no text on an empty page of %d × %d px", async (width, height) => {
    const empty = sharp({ create: { width, height, channels: 3, background: "white" } });
    const { text } = await recogniser.recognise(await empty.webp().toBuffer(), forever);
    expect(text).toBe("");
  });

  test("refuses a file that isn't an image, and reads the next page", async () => {
    await expect(recogniser.recognise(new Uint8Array(9), forever)).rejects.toThrow(NotRecognised);
    expect((await recogniser.recognise(await scan(ENGLISH_HEAD), forever)).text).toMatch(/Spring/);
  });

  test("ends the process of an interrupted page, and reads the next page in a new process", async () => {
    await recogniser.recognise(await scan([]), forever);
    const [pid] = recogniser.pids();
    const stopping = new AbortController();
    const given = recogniser.recognise(await scan(ENGLISH_HEAD), stopping.signal);
    await setImmediate();
    stopping.abort();
    await expect(given).rejects.toThrow(NotRecognised);
    expect(() => process.kill(pid as number, 0)).toThrow(/ESRCH/);
    expect((await recogniser.recognise(await scan(ENGLISH_HEAD), forever)).text).toMatch(/Spring/);
  });
});

test("an idle recogniser has no process, and a closed one refuses pages", async () => {
  const recogniser = createRecogniser({ languages: TEST_LANGUAGES, idleLimit: 0 });
  const page = await scan([]);
  await recogniser.recognise(page, forever);
  while (recogniser.pids().length > 0) await setImmediate();
  const reading = recogniser.recognise(page, forever);
  const outcome = reading.catch((error: unknown) => error);
  await recogniser.close();
  expect(await outcome).toBeInstanceOf(NotRecognised);
  expect(recogniser.pids()).toEqual([]);
  await expect(recogniser.recognise(page, forever)).rejects.toThrow(NotRecognised);
});

test("a process that can't load its languages ends, and the error names them", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proshno-no-languages-"));
  const child = startOcrChild(folder, 768 * MB);
  await expect(child).rejects.toThrow(`Tesseract did not start with ${ocrLanguages.join(", ")}.`);
  await rm(folder, { recursive: true });
});
