import { beforeAll, describe, expect, test } from "vitest";
import { readPicture } from "../../../../tests/support/files/read-picture.ts";
import { TEST_LANGUAGES } from "../../../../tests/support/files/languages.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { linkLanguages } from "../recognition/languages.ts";
import { cuttingOf } from "./cutting.ts";
import type { LineBox } from "./line-box.ts";
import { openPaper } from "./paper-file.ts";
import { createPapers } from "./papers.ts";

beforeAll(() => linkLanguages(TEST_LANGUAGES));

async function cut(source: Uint8Array, box: LineBox | null | undefined, page = 1) {
  if (!box) throw new Error("The place of the line is unknown.");
  return cuttingOf(await openPaper(source), page, box);
}

describe("the picture of a line", () => {
  test("shows only this line of a text layer, on the right page", async () => {
    const pdf = tinyPdf([
      { lines: ["A cover"] },
      { lines: ["Sample University", "Course Code: CSE 2103", "Time"] },
    ]);
    const papers = createPapers({ timeLimit: 60_000 });
    const [, layer] = await papers.texts(pdf).then((answer) => ("value" in answer ? answer.value : []));
    const answer = await papers.cutting(pdf, 2, layer?.boxes[1] ?? [0, 0, 1, 1]);
    await papers.close();
    const picture = "value" in answer ? answer.value : undefined;
    const text = await readPicture(picture?.bytes);
    expect(text).toContain("Course Code: CSE 2103");
    expect(text).not.toMatch(/University|Time/);
  });

  test("does not exist for a page that the paper doesn't have", async () => {
    for (const page of [0, 2]) expect(await cut(tinyPdf([{}]), [0, 0, 1, 1], page)).toBeUndefined();
  });
});
