import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { manySquares } from "../../../../tests/support/files/bombs-pdf.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { MAX_THUMBNAIL_BYTES } from "./thumbnail.ts";
import { createPapers, type PaperAnswer, type Papers, type PapersOptions } from "./papers.ts";
import { MB } from "../../../shared/text/bytes.ts";

const HEAD = ["University of Dhaka", "CSE 2103 Data Structures, Final 2019"];
const QUESTIONS = Array.from({ length: 30 }, (_none, index) => `${index + 1}. Explain heaps, part ${index}.`);
const PAPER = tinyPdf([
  { lines: [...HEAD, ...QUESTIONS] },
  { lines: ["Page two (of three)"], size: [842, 595] },
  {},
]);

/** Half red and half blue, so that a test can see the orientation. */
function photo(width: number, height: number) {
  const red = { create: { width: width / 2, height, channels: 3 as const, background: "red" } };
  return sharp({ create: { width, height, channels: 3, background: "blue" } }).composite([
    { input: red, left: 0, top: 0 },
  ]);
}

function noise(width: number, height: number): Promise<Buffer> {
  const gaussian = { type: "gaussian" as const, mean: 128, sigma: 80 };
  return sharp({ create: { width, height, channels: 3, background: "white", noise: gaussian } })
    .jpeg()
    .toBuffer();
}

async function valueOf<T>(answer: Promise<PaperAnswer<T>>): Promise<T> {
  const got = await answer;
  if ("refusal" in got) throw new Error(got.refusal);
  return got.value;
}

/** A long time limit for tests that don't test the limit. */
const PATIENT = { timeLimit: 60_000 };

describe("valid papers", () => {
  let papers: Papers;
  beforeAll(() => {
    papers = createPapers(PATIENT);
  });
  afterAll(() => papers.close());

  test("a thumbnail has the usual size if the page contains only noise, is empty or is a narrow strip", async () => {
    const pages = [await noise(3_000, 4_000), tinyPdf([{}]), await photo(20, 900).png().toBuffer()];
    for (const page of pages) {
      const { bytes } = await valueOf(papers.thumbnail(page));
      expect(bytes.length).toBeLessThanOrEqual(MAX_THUMBNAIL_BYTES);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 240 });
    }
  });
});

describe("the child processes of papers", () => {
  const SLOW = manySquares();

  function openPapers(options: Partial<PapersOptions> = {}): Papers {
    const papers = createPapers({ ...PATIENT, ...options });
    onTestFinished(() => papers.close());
    return papers;
  }

  test("one child process does several tasks, and a new one replaces it after a number of tasks", async () => {
    const papers = openPapers({ tasksPerChild: 2 });
    await valueOf(papers.inspect(PAPER));
    const [first] = papers.pids();
    expect(first).toBeGreaterThan(0);
    await valueOf(papers.texts(PAPER));
    expect(papers.pids()).toEqual([]);
    await valueOf(papers.texts(PAPER));
    expect(papers.pids()).toHaveLength(1);
    expect(papers.pids()).not.toEqual([first]);
  });

  test("a task that takes too long is refused, and the next task succeeds", async () => {
    const papers = openPapers({ timeLimit: 1_500 });
    expect(await papers.inspect(SLOW)).toEqual({ refusal: "file_too_heavy", isEnded: true });
    expect(papers.pids()).toEqual([]);
    const patient = openPapers();
    expect(await patient.inspect(PAPER)).toHaveProperty("value.pages", 3);
  });

  test("a task whose process waits for other processes is not refused", async () => {
    const timeLimit = 1_000;
    const papers = openPapers({ timeLimit });
    await valueOf(papers.inspect(PAPER));
    const [pid = 0] = papers.pids();
    process.kill(pid, "SIGSTOP");
    const waiting = papers.inspect(PAPER);
    await pause(timeLimit + 500);
    process.kill(pid, "SIGCONT");
    expect(await waiting).toHaveProperty("value.pages", 3);
    expect(papers.pids()).toEqual([pid]);
  });

  test("a task that needs too much memory ends only its own child process", async () => {
    const papers = openPapers({ memoryLimit: 300 * MB });
    // A decoder must keep a whole progressive JPEG in memory.
    const large = await photo(8_000, 7_900)
      .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
      .toBuffer();
    expect(await papers.inspect(large)).toEqual({ refusal: "file_too_heavy", isEnded: true });
    expect(await papers.inspect(PAPER)).toHaveProperty("value.pages", 3);
  });

  test("a child process that can't start makes papers unavailable, until it can", async () => {
    const papers = openPapers();
    const { execPath } = process;
    process.execPath = "/bin/false";
    const refused = papers.inspect(PAPER).finally(() => (process.execPath = execPath));
    await expect(refused).rejects.toMatchObject({ code: "unavailable" });
    expect(await valueOf(papers.inspect(PAPER))).toMatchObject({ pages: 3 });
  });

  test("an idle child process ends", async () => {
    const papers = openPapers({ idleLimit: 1 });
    await valueOf(papers.inspect(PAPER));
    await expect.poll(() => papers.pids()).toEqual([]);
    expect(await papers.inspect(PAPER)).toHaveProperty("value.pages", 3);
  });
});
