import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { PaperRefused } from "../rendering/paper-refused.ts";
import { loadAt, openPage } from "../rendering/pdf.ts";
import { allocate, type Pdfium, startPdfium } from "../rendering/pdfium.ts";
import { KB } from "../../../shared/text/bytes.ts";
import { encodedBytes, filtersOf, type PagePicture, picturesOf, pixelsOf } from "./page-pictures.ts";
import { pictureName, replacePictures } from "./replace-pictures.ts";
import {
  MAX_OTHER_PIXELS,
  type SmallPicture,
  smallerJpeg,
  smallerPixels,
  type Wanted,
} from "./smaller-picture.ts";

/** Smaller pictures stay as they are, in bytes. */
const MIN_SIZE = 20 * KB;
/** The part of the limit that is left for what a copy adds. */
const MARGIN = 0.04;
/** How much larger than the file a copy can be, because its objects are uncompressed. */
const GROWTH = 1.5;
/** The filters of pictures with one bit per pixel, which are small already. */
const BILEVEL = new Set(["CCITTFaxDecode", "JBIG2Decode"]);

export interface ShrinkOptions {
  /** The limit of the result, in bytes. */
  maxBytes: number;
  /** Called before each page, from 1. */
  onPage: (page: number, pages: number) => void;
}

/**
 * Makes a PDF smaller: its pictures get 150 to 200 dots per inch of the page. Text and drawings stay as they are.
 * @param path of the PDF
 * @throws PaperRefused file_not_shrunk if the result would be larger than the limit, file_encrypted, file_too_many_pages,
 * file_too_heavy, file_unreadable
 */
export async function shrinkPdf(path: string, { maxBytes, onPage }: ShrinkOptions): Promise<Buffer> {
  const pdfium = await startPdfium();
  const { at, size } = loadBytes(pdfium, path);
  const { document, pages } = loadAt(pdfium, at, size);
  let left = picturesIn(pdfium, document, pages);
  let budget = maxBytes * (1 - MARGIN) - Math.max(0, size - left);
  // Without its pictures, the file is already too large.
  if (budget <= 0) throw new PaperRefused("file_not_shrunk");
  const smaller = new Map<string, SmallPicture>();
  const seen = new Set<string>();
  for (let page = 1; page <= pages; page += 1) {
    onPage(page, pages);
    const handle = openPage(pdfium, document, page);
    const pageSide = Math.max(pdfium._FPDF_GetPageWidth(handle), pdfium._FPDF_GetPageHeight(handle));
    for (const picture of picturesOf(pdfium, handle, MIN_SIZE)) {
      const bytes = encodedBytes(pdfium, picture);
      const name = pictureName(bytes);
      if (seen.has(name)) continue;
      seen.add(name);
      // Each picture gets the part of the limit that it had of the file.
      const share = (budget * picture.size) / Math.max(left, picture.size);
      const made = await smallerOf(pdfium, picture, bytes, { pageSide, budget: share, size: picture.size });
      if (made) smaller.set(name, made);
      left -= picture.size;
      budget -= made?.bytes.length ?? picture.size;
    }
    pdfium._FPDF_ClosePage(handle);
  }
  const copyLimit = Math.round(size * GROWTH);
  const result = replacePictures(pdfium, document, smaller, { copyLimit, maxBytes });
  if (!result) throw new PaperRefused("file_not_shrunk");
  return result;
}

/** Reads a file straight into PDFium's memory, so that it is in memory only once. */
function loadBytes(pdfium: Pdfium, path: string): { at: number; size: number } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const at = allocate(pdfium, size);
    for (let done = 0; done < size;) {
      const read = readSync(file, pdfium.HEAPU8, at + done, size - done, done);
      if (read === 0) throw new PaperRefused("file_unreadable");
      done += read;
    }
    return { at, size };
  } finally {
    closeSync(file);
  }
}

/** The size of all different pictures that can become smaller, in bytes. */
function picturesIn(pdfium: Pdfium, document: number, pages: number): number {
  const sizes = new Map<string, number>();
  for (let page = 1; page <= pages; page += 1) {
    const handle = openPage(pdfium, document, page);
    for (const picture of picturesOf(pdfium, handle, MIN_SIZE))
      sizes.set(pictureName(encodedBytes(pdfium, picture)), picture.size);
    pdfium._FPDF_ClosePage(handle);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

async function smallerOf(
  pdfium: Pdfium,
  picture: PagePicture,
  bytes: Buffer,
  wanted: Wanted,
): Promise<SmallPicture | undefined> {
  const filters = filtersOf(pdfium, picture);
  if (filters.some((name) => BILEVEL.has(name))) return undefined;
  if (filters.length === 1 && filters[0] === "DCTDecode") {
    const made = await smallerJpeg(bytes, wanted);
    if (made) return made;
  }
  if (picture.width * picture.height > MAX_OTHER_PIXELS) return undefined;
  const pixels = pixelsOf(pdfium, picture);
  return pixels && smallerPixels(pixels, wanted);
}
