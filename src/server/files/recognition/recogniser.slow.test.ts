import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { TEST_LANGUAGES } from "../../../../tests/support/files/languages.ts";
import {
  BANGLA_HEAD,
  ENGLISH_HEAD,
  LONG_PAGE,
  scan,
  SCAN_LINE,
} from "../../../../tests/support/files/scan.ts";
import { MB } from "../../../shared/text/bytes.ts";
import { ocrLanguages } from "./languages.ts";
import { NotRecognised, startOcrChild } from "./ocr-child.ts";
import { proposeDetails } from "./propose-details.ts";
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
    const facts = proposeDetails(text);
    expect(facts).toMatchObject({
      code: { value: "CSE 2103" },
      examType: { value: "final" },
      year: { value: "2019" },
      department: { value: "CSE" },
    });
    expect(confidence).toBeGreaterThan(60);
  });

  test.each([0, -2.6])("says where each line is on a page that is turned by %d degrees", async (angle) => {
    const page = await scan(ENGLISH_HEAD, angle);
    const { width, height } = await sharp(page).metadata();
    const { lines } = await recogniser.recognise(page, forever);
    expect(lines.map(({ text }) => text.slice(0, 10))).toEqual(ENGLISH_HEAD.map((line) => line.slice(0, 10)));
    for (const [index, { box }] of lines.entries()) {
      const [x, y] = turned([120, 190 + index * SCAN_LINE], angle);
      const [left, top, wide, high] = box;
      expect(Math.abs(left * width - x)).toBeLessThan(20);
      expect(top * height).toBeLessThan(y);
      expect((top + high) * height).toBeGreaterThan(y);
      expect(high * height).toBeLessThan(100);
      expect(left + wide).toBeLessThan(1);
    }

    /** A point of the level page, on the turned page. */
    function turned([x, y]: [number, number], degrees: number): [number, number] {
      const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
      const [across, down] = [x - 620, y - (400 + ENGLISH_HEAD.length * SCAN_LINE) / 2];
      return [width / 2 + across * cos - down * sin, height / 2 + across * sin + down * cos];
    }
  });

  test("gives the first lines of a long page before it has read the others", async () => {
    const heads: string[] = [];
    const { text } = await recogniser.recognise(await scan(LONG_PAGE), forever, (head) =>
      heads.push(head.text),
    );
    expect(heads).toHaveLength(1);
    expect(text.startsWith(`${heads[0]}\n`)).toBe(true);
    expect(proposeDetails(heads[0] as string)).toMatchObject({ code: { value: "CSE 2103" } });
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

describe("a recogniser without ONNX", () => {
  const recogniser = createRecogniser({ languages: TEST_LANGUAGES, isWithoutModels: true });
  afterAll(() => recogniser.close());

  test.each([
    ["English", ENGLISH_HEAD],
    ["Bangla", BANGLA_HEAD],
  ])("reads a page in %s well enough to find its details", async (_name, lines) => {
    const found = await recogniser.recognise(await scan(lines, 1.2), forever);
    expect(proposeDetails(found.text)).toMatchObject({
      code: { value: "CSE 2103" },
      examType: { value: "final" },
      year: { value: "2019" },
    });
    expect(found.lines.map(({ text }) => text).join("\n")).toBe(found.text);
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
