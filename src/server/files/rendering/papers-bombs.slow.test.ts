import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bomb, bombs } from "../../../../tests/support/files/bombs.ts";
import { documentBombs } from "../../../../tests/support/files/bombs-document.ts";
import { presentationBombs } from "../../../../tests/support/files/bombs-pptx.ts";
import { disguisedBombs } from "../../../../tests/support/files/bombs-disguised.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { paperTypeOf } from "./paper-shape.ts";
import { createPapers, type Papers } from "./papers.ts";

/** A few fast cases of each type; `npm run lab -- bombs` runs all cases. */
const SOME = [
  "an SVG of a billion laughs",
  "a PDF that is an archive's comment",
  "a PNG of 50,000 × 50,000",
  "a PNG with broken pixels",
  "a WebP that moves",
  "a JPEG of 65,500 × 65,500",
  "a JPEG with parts that never end",
  "a PDF with a password",
  "a PDF locked in an unknown way",
  "a HEIC of 60,000 × 60,000",
  "half a HEIC",
  "an AVIF of 60,000 × 60,000",
  "half an AVIF",
  "a TIFF of 60,000 × 60,000",
  "half a TIFF",
  "a TIFF of 501 pages",
  "a DOCX that starts a program",
  "a PPTX with a billion laughs on a slide",
  "a PPTX with 3 million nested elements",
  "a PPTX with a million attributes",
  "a PDF of 10,000 pages",
  "an image of 50,000 × 50,000",
  "a PDF of random bytes",
  "4 GB of blanks, packed twice",
];
const some = bombs.filter(({ name }) => SOME.includes(name));

const expected = ({ refusal }: Bomb) => [refusal ?? []].flat();

test.each([...disguisedBombs, ...documentBombs, ...presentationBombs])(
  "a file is refused before a child process opens it: $name",
  async (bomb) => {
    const refusal = await paperTypeOf(await bomb.make()).catch((error: { refusal: string }) => error.refusal);
    expect(expected(bomb)).toContain(refusal);
  },
);

describe("hostile files in the child process", () => {
  let papers: Papers;
  beforeAll(() => {
    papers = createPapers({ timeLimit: 60_000 });
  });
  afterAll(() => papers.close());

  test("the list of hostile files has every file of this test", () => {
    expect(some.map(({ name }) => name).toSorted()).toEqual(SOME.toSorted());
  });

  test.each(some)("$name is refused, and the next paper is read", async (bomb) => {
    const answer = await papers.inspect(await bomb.make());
    expect(expected(bomb)).toContain("refusal" in answer ? answer.refusal : "");
    expect(await papers.inspect(tinyPdf([{}]))).toHaveProperty("value.pages", 1);
  });
});
