import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { largePdfBombs } from "../../../../tests/support/files/bombs-large-pdf.ts";
import { lockedPdf } from "../../../../tests/support/files/locked-pdf.ts";
import { largeScan, scannedPages } from "../../../../tests/support/files/large-scan.ts";
import { pdfOf, stream } from "../../../../scripts/lib/pdf-objects.ts";
import { FONT, tinyPdf } from "../../../../tests/support/files/tiny-pdf.ts";
import { withScratchFolder } from "../../../../tests/support/platform/scratch-folder.ts";
import { createPapers } from "../rendering/papers.ts";
import { createShrinker, type ShrinkerOptions } from "./shrinker.ts";

/** A few fast cases; `npm run lab -- bombs` runs all cases. */
const QUICK = new Set([
  "a large PDF with a JPEG that says that it has 65,500 × 65,500 px",
  "a large PDF with a stream of objects of 1 GB",
  "a large PDF whose tree of pages is 200,000 deep",
]);
const quickBombs = largePdfBombs.filter(({ name }) => QUICK.has(name));

const going = () => new AbortController().signal;
/** A long limit for tests that don't test the limit. */
const PATIENT = { pageLimit: 300_000 };

async function shrink(bytes: Uint8Array, options: Partial<ShrinkerOptions> = {}) {
  const path = join(withScratchFolder(), "large.pdf");
  writeFileSync(path, bytes);
  const seen: [number, number][] = [];
  const onPage = (page: number, pages: number) => void seen.push([page, pages]);
  return { seen, result: await createShrinker({ ...PATIENT, ...options })(path, onPage, going()) };
}

async function valueOf(bytes: Uint8Array, options?: Partial<ShrinkerOptions>): Promise<Uint8Array> {
  const { result } = await shrink(bytes, options);
  if ("refusal" in result) throw new Error(result.refusal);
  return result.value;
}

/** The text of each page, and page 1 as it is drawn. */
async function read(bytes: Uint8Array) {
  const papers = createPapers({ timeLimit: 300_000 });
  try {
    const [texts, page] = [await papers.texts(bytes), await papers.page(bytes, 1, 400)];
    if ("refusal" in texts || "refusal" in page) throw new Error("The paper was refused.");
    return { texts: texts.value.map(({ text }) => text), page: page.value?.bytes ?? new Uint8Array() };
  } finally {
    await papers.close();
  }
}

/** The mean difference of two drawn pages, from 0 to 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const raw = (bytes: Uint8Array) => sharp(bytes).greyscale().raw().toBuffer();
  const [a, b] = [await raw(one), await raw(other)];
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
}

/** A page with one picture and a line of text. @param entries of the picture's dictionary */
const withPicture = (data: Buffer, entries: string, more: string[] = []) =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " +
      "/Resources << /Font << /F1 6 0 R >> /XObject << /Scan 5 0 R >> >> >>",
    stream("q 595 0 0 842 0 0 cm /Scan Do Q BT /F1 12 Tf 72 700 Td (Course CSE 2103) Tj ET"),
    stream(data, `/Type /XObject /Subtype /Image ${entries}`),
    FONT,
    ...more,
  ]);

describe("making a scanned PDF smaller", () => {
  test("keeps the text, the look and the number of its pages, and tells the progress", async () => {
    const scan = await largeScan(3);
    const { seen, result } = await shrink(scan);
    expect(seen).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    if ("refusal" in result) throw new Error(result.refusal);
    expect(result.value.length).toBeLessThan(scan.length / 2);
    const [before, after] = [await read(scan), await read(result.value)];
    expect(after.texts).toEqual(before.texts);
    expect(after.texts).toEqual([1, 2, 3].map((page) => expect.stringContaining(`Question ${page}`)));
    expect(await difference(before.page, after.page)).toBeLessThan(6);
  });

  test("lowers the quality until the file fits, and refuses it if it can't fit", async () => {
    const scan = await largeScan(2);
    const large = await valueOf(scan);
    const maxBytes = Math.round(large.length * 0.8);
    expect((await valueOf(scan, { maxBytes })).length).toBeLessThanOrEqual(maxBytes);
    expect((await shrink(scan, { maxBytes: 50_000 })).result).toEqual({ refusal: "file_not_shrunk" });
  });

  test("leaves a page of text as it is, and refuses a file that is too large without pictures", async () => {
    const lines = Array.from(
      { length: 60 },
      (_none, index) => `${index}. Explain the heap of part ${index}.`,
    );
    const paper = tinyPdf([{ lines }, { lines }]);
    expect(await read(await valueOf(paper))).toEqual(await read(paper));
    expect((await shrink(paper, { maxBytes: 2_000 })).result).toEqual({ refusal: "file_not_shrunk" });
  });

  test("makes a picture smaller that is not a JPEG, in grey and in colours", async () => {
    const [page] = await scannedPages(1);
    for (const [channels, space] of [
      [1, "/DeviceGray"],
      [3, "/DeviceRGB"],
    ] as const) {
      const { data, info } = await sharp(page)
        .toColourspace(channels === 1 ? "b-w" : "srgb")
        .raw()
        .toBuffer({ resolveWithObject: true });
      const size = `/Width ${info.width} /Height ${info.height} /BitsPerComponent 8`;
      const scan = withPicture(deflateSync(data), `${size} /ColorSpace ${space} /Filter /FlateDecode`);
      const small = await valueOf(scan);
      expect(small.length).toBeLessThan(scan.length / 2);
      const [before, after] = [await read(scan), await read(small)];
      expect(after.texts).toEqual(before.texts);
      expect(await difference(before.page, after.page)).toBeLessThan(6);
    }
  });

  test("leaves a picture whose colours are a mask as it is", async () => {
    const [page] = await scannedPages(1);
    const { width = 0, height = 0 } = await sharp(page).metadata();
    const size = `/Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceRGB`;
    const masked = withPicture(page as Buffer, `${size} /Filter /DCTDecode /Mask [0 9 0 9 0 9]`);
    expect((await valueOf(masked)).length).toBeGreaterThan((page as Buffer).length);
  });

  test.each([
    ["is no PDF", "file_unreadable", Buffer.alloc(40_000)],
    ["needs a password", "file_encrypted", lockedPdf("a password")],
    ["has too many pages", "file_too_many_pages", tinyPdf(Array.from({ length: 501 }, () => ({})))],
  ])("refuses a file that %s", async (_what, refusal, bytes) => {
    expect((await shrink(bytes)).result).toEqual({ refusal });
  });

  test.each(quickBombs)("is refused or done without harm: $name", async (bomb) => {
    const { result } = await shrink(await bomb.make());
    expect([bomb.refusal].flat()).toContain("refusal" in result ? result.refusal : undefined);
  });

  test("the list of hostile large PDFs has every file of this test", () => {
    expect(quickBombs.map(({ name }) => name).toSorted()).toEqual([...QUICK].toSorted());
  });

  test("ends a process that takes too long or needs too much memory", async () => {
    const scan = await largeScan(1);
    expect((await shrink(scan, { pageLimit: 1 })).result).toEqual({ refusal: "file_too_heavy" });
    expect((await shrink(scan, { memoryLimit: 1_000_000 })).result).toEqual({ refusal: "file_too_heavy" });
  });

  test("throws if the caller stops it, so that another attempt can follow", async () => {
    const path = join(withScratchFolder(), "large.pdf");
    writeFileSync(path, await largeScan(1));
    const stopped = createShrinker()(path, () => {}, AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ name: "NotShrunk" });
  });
});
