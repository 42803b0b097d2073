import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { readPicture } from "../../../../tests/support/files/read-picture.ts";
import { TEST_LANGUAGES } from "../../../../tests/support/files/languages.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { CUTTINGS_SIDE } from "../../../shared/files/files.ts";
import { findPrintedWords } from "../recognition/find-printed-words.ts";
import { linkLanguages } from "../recognition/languages.ts";
import { storedPlaces } from "../recognition/line-boxes.ts";
import { openPaper } from "./paper-file.ts";
import { MAX_CUTTINGS_BYTES, threeCuttingsOf } from "./three-cuttings.ts";

beforeAll(() => linkLanguages(TEST_LANGUAGES));

const ITEM = { code: "CSE 3107", examType: "final", year: "2024" };

/** @param read changes the text of the paper, as a mistake of recognition does */
async function cut(lines: string[], read = (text: string) => text) {
  const paper = await openPaper(tinyPdf([{ lines }]));
  const [layer] = [...paper.texts()];
  const page = { page: 1, text: read(layer?.text ?? ""), lineBoxes: storedPlaces(layer?.boxes ?? []) };
  const printed = findPrintedWords([page], ITEM);
  if (!printed) throw new Error("The words are not in the text.");
  return threeCuttingsOf(paper, printed);
}

async function linesOf(bytes: Uint8Array | undefined): Promise<string[]> {
  const large = await sharp(bytes)
    .resize({ width: 3 * CUTTINGS_SIDE })
    .extend({ top: 40, bottom: 40, background: "white" });
  const text = await readPicture(await large.png().toBuffer());
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

describe("the picture of the words of a paper", () => {
  test.each([
    [
      "Department of Computer Science",
      "Course Code: CSE-3107, Course Title: Networks",
      "Term Final Examination, 2024",
    ],
    ["CSE 3107      Full Marks: 72", "3rd Semester Final Examination 2024 Time: 3 hours"],
  ])(
    "the picture has the whole words of the code, the exam and the year below each other: %s",
    async (...lines) => {
      const picture = await cut(lines);
      expect(await linesOf(picture?.bytes)).toEqual([
        expect.stringMatching(/^CSE[- ]3107$/),
        "Final Examination",
        "2024",
      ]);
      expect(picture?.bytes.length).toBeLessThanOrEqual(MAX_CUTTINGS_BYTES);
    },
  );

  test("the picture keeps each cutting below 27 % of the height", async () => {
    const picture = await cut(["CSE 3107", "Final Examination 2024"]);
    const { data, info } = await sharp(picture?.bytes)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const isInk = (row: number) =>
      data
        .subarray(row * info.width * info.channels, (row + 1) * info.width * info.channels)
        .some((value) => value < 120);
    let [run, longest] = [0, 0];
    for (let row = 0; row < info.height; row += 1)
      longest = Math.max(longest, (run = isInk(row) ? run + 1 : 0));
    expect(longest).toBeLessThanOrEqual(Math.ceil(0.27 * CUTTINGS_SIDE));
    expect(longest).toBeGreaterThan(30);
  });

  test.each([
    ["lost a word", (text: string) => text.replace("Course Code: ", "")],
    ["joined two cells", (text: string) => text.replace("Course Code: CSE 3107", "CSE 3107 Time")],
  ])(
    "the server makes no picture if recognition %s, because a cut could end inside a word",
    async (_what, read) => {
      const lines = ["Course Code: CSE 3107", "Final Examination 2024"];
      expect(await cut(lines, read)).toBeUndefined();
    },
  );
});
