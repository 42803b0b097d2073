import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HEIC_PAGE } from "../../../../tests/support/files/heic.ts";
import { lockedPdf } from "../../../../tests/support/files/locked-pdf.ts";
import { DOCX, docxOf, paragraph, PPTX, pptxOf, wordXml } from "../../../../tests/support/files/office.ts";
import { tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { createPapers, type Papers } from "./papers.ts";

const TAKEN_AT = Date.UTC(2025, 7, 7, 11, 20, 51);
const EXIF = { IFD0: { Model: "Nameless" }, IFD2: { DateTimeOriginal: "2025:08:07 11:20:51" } };
const LINES = ["University of Dhaka", "CSE 2103 Data Structures, Final Examination 2019"];

const page = (background = "white", width = 300) =>
  sharp({ create: { width, height: 400, channels: 3, background } });
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1", 0, 5) === "%PDF-";

let papers: Papers;
beforeAll(() => {
  papers = createPapers({ timeLimit: 60_000 });
});
afterAll(() => papers.close());

async function inspect(bytes: Uint8Array) {
  const answer = await papers.inspect(bytes);
  if ("refusal" in answer) throw new Error(answer.refusal);
  return { ...answer.value, stored: answer.value.replacement ?? bytes };
}

/** The text of each page; undefined for a refused file. */
async function textsOf(bytes: Uint8Array): Promise<string[] | undefined> {
  const answer = await papers.texts(bytes);
  return "value" in answer ? answer.value.map(({ text }) => text) : undefined;
}

describe("pictures that not every browser shows", () => {
  test("a HEIC becomes a JPEG with the same picture, and its time groups photos", async () => {
    const { type, pages, stored, traits } = await inspect(HEIC_PAGE);
    expect([type, pages]).toEqual(["image/jpeg", 1]);
    expect(traits).toMatchObject({ width: 600, height: 800, takenAt: TAKEN_AT });
    const metadata = await sharp(stored).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 600, height: 800 });
    const ink = await sharp(stored).extract({ left: 60, top: 120, width: 250, height: 45 }).stats();
    expect(ink.channels[0]?.min).toBeLessThan(60);
  });

  test.each([
    ["a HEIC", TAKEN_AT, async () => HEIC_PAGE],
    ["an AVIF", TAKEN_AT, () => page().withExif(EXIF).avif({ effort: 0 }).toBuffer()],
    // sharp doesn't read the time of a TIFF; scanners write it, and phones don't make TIFFs.
    ["a TIFF", undefined, () => page().withExif(EXIF).tiff({ compression: "lzw" }).toBuffer()],
  ])("the camera and the time of %s are not in the stored JPEG", async (_name, takenAt, make) => {
    const { type, stored, traits } = await inspect(await make());
    expect(type).toBe("image/jpeg");
    expect(traits?.takenAt).toBe(takenAt);
    const { exif, icc, xmp } = await sharp(stored).metadata();
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  });

  test("a TIFF that is turned by its metadata is stored upright", async () => {
    const { stored } = await inspect(await page().withMetadata({ orientation: 6 }).tiff().toBuffer());
    expect(await sharp(stored).metadata()).toMatchObject({ width: 400, height: 300 });
  });

  test("a fax of one bit per pixel becomes a JPEG", async () => {
    const fax = page().toColourspace("b-w").tiff({ compression: "ccittfax4", bitdepth: 1 });
    expect(await inspect(await fax.toBuffer())).toMatchObject({ type: "image/jpeg", pages: 1 });
  });

  test("a TIFF of several pages becomes a PDF with all pages in their order", async () => {
    const pages = await Promise.all(["#f00", "#0f0", "#00f"].map((colour) => page(colour).png().toBuffer()));
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff({ compression: "lzw" })
      .toBuffer();
    const { type, pages: count, stored, traits } = await inspect(tiff);
    expect([type, count, traits]).toEqual(["application/pdf", 3, undefined]);
    expect(isPdf(stored)).toBe(true);
    const second = await papers.page(stored, 2, 300);
    const { dominant } = await sharp("value" in second ? second.value?.bytes : undefined).stats();
    expect(dominant.g).toBeGreaterThan(200);
    expect(dominant.r).toBeLessThan(60);
  });
});

describe("PDFs that programs changed", () => {
  test.each([
    ["a printer's commands", Buffer.from("\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n")],
    ["a byte order mark", Buffer.from([0xef, 0xbb, 0xbf])],
    ["1,000 bytes of junk", Buffer.alloc(1_000, "junk ")],
  ])("a PDF behind %s is stored from its header on", async (_name, junk) => {
    const { type, stored } = await inspect(Buffer.concat([junk, tinyPdf([{ lines: LINES }])]));
    expect(type).toBe("application/pdf");
    expect(isPdf(stored)).toBe(true);
    expect(await textsOf(stored)).toEqual([LINES.join("\n")]);
  });

  test("a PDF that opens without a password is stored without its encryption", async () => {
    const { stored, pages } = await inspect(lockedPdf(""));
    expect(pages).toBe(1);
    expect(Buffer.from(stored).toString("latin1")).not.toContain("/Encrypt");
  });
});

describe("documents", () => {
  test("a DOCX stays as it is, has no pages to draw, and its text has header, tables and formulas", async () => {
    const body =
      paragraph("Answer all questions.") +
      "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Define a heap.</w:t></w:r>" +
      '</w:p></w:tc></w:tr></w:tbl><w:p><m:oMath xmlns:m="m"><m:r><m:t>x+1</m:t></m:r></m:oMath></w:p>' +
      "<w:p><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:r><w:t>ছাত্র &amp; শিক্ষক</w:t></w:r></w:p>";
    const docx = await docxOf([], {
      "word/document.xml": wordXml(body),
      "word/header1.xml": wordXml(paragraph(LINES.join(" "))),
    });
    const { type, pages, stored, traits } = await inspect(docx);
    expect([type, pages, traits]).toEqual([DOCX, 0, undefined]);
    expect(stored).toBe(docx);
    const [text] = (await textsOf(docx)) ?? [];
    expect(text?.split(/\s*\n\s*/)).toEqual([
      LINES.join(" "),
      "Answer all questions.",
      "1\tDefine a heap.",
      "x+1",
      "ছাত্র & শিক্ষক",
    ]);
  });

  test("the slides of a PPTX are read in their order", async () => {
    const slides = Array.from({ length: 11 }, (_none, index) => `Slide number ${index + 1}`);
    const pptx = await pptxOf(slides);
    expect(await inspect(pptx)).toMatchObject({ type: PPTX, pages: 0 });
    expect(await textsOf(pptx)).toEqual(slides);
  });

  test("a page of a document can't be drawn, and the next paper is read", async () => {
    const docx = await docxOf(LINES);
    expect(await papers.page(docx, 1, 300)).toEqual({ value: undefined });
    expect(await papers.thumbnail(docx)).toHaveProperty("refusal", "file_wrong_type");
    expect(await inspect(tinyPdf([{}]))).toMatchObject({ pages: 1 });
  });
});
