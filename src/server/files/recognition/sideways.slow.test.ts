import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { TEST_LANGUAGES } from "../../../../tests/support/files/languages.ts";
import { ENGLISH_HEAD, scan } from "../../../../tests/support/files/scan.ts";
import { createRecogniser } from "./recogniser.ts";

const forever = new AbortController().signal;

describe("the recogniser of lines", () => {
  const recogniser = createRecogniser({ languages: TEST_LANGUAGES });
  afterAll(() => recogniser.close());

  test.each([
    [90, "x"],
    [180, "y"],
    [270, "x"],
  ])("reads a page that is turned by %d degrees, and says where its lines are", async (angle, axis) => {
    const page = await sharp(await scan(ENGLISH_HEAD))
      .rotate(angle)
      .jpeg()
      .toBuffer();
    const { text, lines } = await recogniser.recognise(page, forever);
    expect(text.split("\n").map((line) => line.slice(0, 10))).toEqual(
      ENGLISH_HEAD.map((line) => line.slice(0, 10)),
    );
    // On the turned page, the lines follow each other along the other axis, or backwards.
    const places = lines.map(({ box: [left, top] }) => (axis === "x" ? left : top));
    const sorted = [...places].sort((p, q) => (angle === 270 ? p - q : q - p));
    expect(places).toEqual(sorted);
  });
});
