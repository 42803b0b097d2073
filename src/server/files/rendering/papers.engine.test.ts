import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { manySquares } from "../../../../tests/support/files/bombs-pdf.ts";
import { TEST_LANGUAGES } from "../../../../tests/support/files/languages.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { withScratchFolder } from "../../../../tests/support/platform/scratch-folder.ts";
import { linkLanguages } from "../recognition/languages.ts";
import { MAX_THUMBNAIL_BYTES } from "./thumbnail.ts";
import { createPapers, type PaperAnswer, type Papers, type PapersOptions } from "./papers.ts";

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

  test("the type and the number of pages of a PDF are read from its bytes or from its path", async () => {
    const inspected = { type: "application/pdf", pages: 3, orientation: 1 };
    expect(await papers.inspect(PAPER)).toEqual({ value: inspected });
    const path = join(withScratchFolder(), "named.txt");
    writeFileSync(path, PAPER);
    expect(await papers.inspect(path)).toEqual({ value: inspected });
  });

  test.each(["png", "jpeg", "webp"] as const)(
    "an image of type %s is one page without text",
    async (format) => {
      const image = await photo(300, 200).toFormat(format).toBuffer();
      expect(await papers.inspect(image)).toMatchObject({
        value: { type: `image/${format}`, pages: 1, orientation: 1 },
      });
      expect(await papers.texts(image)).toEqual({ value: [{ text: "", boxes: [] }] });
    },
  );

  test("the text of each page is returned", async () => {
    const [first = "", second = "", third] = (await valueOf(papers.texts(PAPER))).map(({ text }) => text);
    expect(first.split("\n")).toEqual([...HEAD, ...QUESTIONS]);
    expect(second).toBe("Page two (of three)");
    expect(third).toBe("");
  });

  test("a page is drawn as WebP at the requested width, and a missing page is undefined", async () => {
    const page = await valueOf(papers.page(PAPER, 2));
    expect(page).toMatchObject({ type: "image/webp", width: 1_000, height: Math.round((595 / 842) * 1_000) });
    const metadata = await sharp(page?.bytes).metadata();
    expect(metadata).toMatchObject({ format: "webp", width: 1_000, height: page?.height });
    expect((await valueOf(papers.page(PAPER, 1, 600)))?.width).toBe(600);
    for (const missing of [0, 4]) expect(await papers.page(PAPER, missing)).toEqual({ value: undefined });
  });

  test("a photo is drawn upright and without its metadata", async () => {
    // Orientation 6: the left side of the stored picture is its top.
    const exif = { IFD0: { Make: "Camera" }, IFD3: { GPSLatitude: "23/1 43/1 0/1" } };
    const image = await photo(1_600, 1_200).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(image).metadata()).exif).toBeDefined();
    const page = await valueOf(papers.page(image, 1, 600));
    expect(page).toMatchObject({ width: 600, height: 800 });
    const metadata = await sharp(page?.bytes).metadata();
    expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual(
      Array(4).fill(undefined),
    );
    expect(await colourAt(page?.bytes, 300, 100)).toBe("red");
    expect(await colourAt(page?.bytes, 300, 700)).toBe("blue");
  });

  test("a thumbnail shows the top of page 1 without its margins, in at most 11 kB", async () => {
    const thumbnail = await valueOf(papers.thumbnail(PAPER));
    expect(thumbnail.bytes.length).toBeLessThanOrEqual(MAX_THUMBNAIL_BYTES);
    const { data, info } = await sharp(thumbnail.bytes)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([480, 240]);
    const inked = (row: number) => data.subarray(row * 480, (row + 1) * 480).some((value) => value < 128);
    // A margin of 45 points would be 40 rows high here, so the thumbnail has no margin.
    expect(Array.from({ length: 24 }, (_none, row) => inked(row))).toContain(true);
  });

  test("a photo with the extra data that phones append is accepted", async () => {
    const image = await photo(300, 200).jpeg().toBuffer();
    const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42 a short film")]);
    for (const extra of [image, film, Buffer.from("notes of the maker SEFT")])
      expect(await papers.inspect(Buffer.concat([image, extra]))).toHaveProperty("value.type", "image/jpeg");
  });
});

describe("the child processes of papers", () => {
  const SLOW = manySquares();

  function openPapers(options: Partial<PapersOptions> = {}): Papers {
    const papers = createPapers({ ...PATIENT, ...options });
    onTestFinished(() => papers.close());
    return papers;
  }

  test("a killed child process fails only its own task", async () => {
    const papers = openPapers();
    await valueOf(papers.inspect(PAPER));
    const [pid = 0] = papers.pids();
    const slow = papers.page(SLOW, 1);
    const next = papers.inspect(PAPER);
    process.kill(pid, "SIGKILL");
    expect(await slow).toEqual({ refusal: "file_too_heavy", isEnded: true });
    expect(await next).toHaveProperty("value.pages", 3);
    expect(papers.pids()).not.toContain(pid);
  });

  test("a request above the queue limit is refused, and closing refuses the waiting requests", async () => {
    const papers = createPapers({ ...PATIENT, queueLimit: 1 });
    const unavailable = { code: "unavailable" };
    const running = papers.page(SLOW, 1).catch((error: unknown) => error);
    const waiting = papers.inspect(PAPER).catch((error: unknown) => error);
    await expect(papers.inspect(PAPER)).rejects.toMatchObject(unavailable);
    await papers.close();
    expect([await running, await waiting]).toMatchObject([unavailable, unavailable]);
    await expect(papers.inspect(PAPER)).rejects.toMatchObject(unavailable);
    expect(papers.pids()).toEqual([]);
  });
});

async function colourAt(image: Uint8Array | undefined, left: number, top: number): Promise<string> {
  const pixel = await sharp(image).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  const [red = 0, , blue = 0] = pixel;
  return red > blue ? "red" : "blue";
}

test("a busy child process ends when the server is killed", async () => {
  const path = join(withScratchFolder(), "slow.pdf");
  writeFileSync(path, manySquares());
  const server = spawn(process.execPath, ["--input-type=module", "-e", SERVER, path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  const [line] = (await once(server.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  expect(isAlive(pid)).toBe(true);
  server.kill("SIGKILL");
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
});

test.each(["./paper-process.ts", "../recognition/ocr-process.ts"])(
  "%s exits if the server dies before the process's first check",
  async (program) => {
    // Without its languages, the recogniser would end by itself.
    await linkLanguages(TEST_LANGUAGES);
    const arguments_ = program.includes("ocr") ? [TEST_LANGUAGES] : [];
    const child = fork(fileURLToPath(new URL(program, import.meta.url)), [...arguments_, "1000000000", "1"], {
      stdio: "ignore",
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    // The id of the process's real parent differs from the id in the arguments.
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    const alone = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url))]);
    onTestFinished(() => void alone.kill("SIGKILL"));
    expect(await once(alone, "exit")).toEqual([0, null]);
  },
);

const SERVER = `
  import { createPapers } from ${JSON.stringify(new URL("papers.ts", import.meta.url).href)};
  const papers = createPapers({ timeLimit: 600_000 });
  await papers.inspect(new Uint8Array());
  void papers.inspect(process.argv[1]);
  setImmediate(() => console.log(papers.pids()[0]));
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
