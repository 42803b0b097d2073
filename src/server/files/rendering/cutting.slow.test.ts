import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPicture } from "../../../../tests/support/files/read-picture.ts";
import { TEST_LANGUAGES } from "../../../../tests/support/files/languages.ts";
import { BANGLA_HEAD, ENGLISH_HEAD, scan } from "../../../../tests/support/files/scan.ts";
import { linkLanguages } from "../recognition/languages.ts";
import { createRecogniser } from "../recognition/recogniser.ts";
import { cuttingOf, MAX_CUTTING_BYTES } from "./cutting.ts";
import type { LineBox } from "./line-box.ts";
import { openPaper } from "./paper-file.ts";

const recogniser = createRecogniser({ languages: TEST_LANGUAGES });
beforeAll(() => linkLanguages(TEST_LANGUAGES));
afterAll(() => recogniser.close());

async function cut(source: Uint8Array, box: LineBox | null | undefined, page = 1) {
  if (!box) throw new Error("The place of the line is unknown.");
  return cuttingOf(await openPaper(source), page, box);
}

describe("the picture of a line", () => {
  test.each([
    ["English", ENGLISH_HEAD, 0],
    ["English, crooked to the left", ENGLISH_HEAD, -2.6],
    ["Bangla, crooked to the right", BANGLA_HEAD, 2.2],
  ])("shows only this line of a scan in %s", async (_name, printed, angle) => {
    const page = await scan(printed, angle);
    const { lines } = await recogniser.recognise(page, new AbortController().signal);
    const line = lines.find(({ text }) => text.includes("CSE 2103"));
    const picture = await cut(page, line?.box);
    const text = await readPicture(picture?.bytes);
    expect(text).toContain("CSE 2103");
    expect(text).not.toMatch(/Spring|Title|২০১৯|স্ট্যাক/);
  });

  test("has at most 640 × 72 px and 8 kB, also if the page is only noise", async () => {
    const noise = { type: "gaussian" as const, mean: 128, sigma: 80 };
    const page = await sharp({
      create: { width: 2_000, height: 2_800, channels: 3, background: "white", noise },
    })
      .jpeg()
      .toBuffer();
    for (const box of [
      [0, 0, 1, 1],
      [0.1, 0.5, 0.8, 0.02],
      [0.999, 0.999, 0.001, 0.001],
      [0, 0, 0.01, 1],
    ] as const) {
      const picture = await cut(page, [...box]);
      expect(picture?.bytes.length).toBeLessThanOrEqual(MAX_CUTTING_BYTES);
      expect(picture?.width).toBeLessThanOrEqual(640);
      expect(picture?.height).toBeLessThanOrEqual(72);
    }
  });
});
