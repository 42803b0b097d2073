import { MB } from "../text/bytes.ts";

/**
 * The size limits of files, in megabytes. Messages, forms, uploads and request limits derive from them. A
 * test compares the proxy examples in docs/production.md.
 */
export const maxMegabytes = {
  /** A paper: a PDF or one picture. */
  paper: 25,
  /** A scanned PDF that the server makes smaller after the upload. */
  largePdf: 200,
  /** A ZIP of papers for a pile. */
  zip: 500,
  /** A photo for a profile or cover. Phone photos are 3 to 8 MB in size. */
  picture: 10,
  /** An image as a data URL in an API call. */
  imageData: 2,
  /** One row of an imported file: an image as a data URL, and the other cells. */
  importedRow: 4,
} as const;

const bytesOf = (kind: keyof typeof maxMegabytes): number => maxMegabytes[kind] * MB;

export const MAX_PAPER_BYTES = bytesOf("paper");
export const MAX_LARGE_PDF_BYTES = bytesOf("largePdf");
export const MAX_ZIP_BYTES = bytesOf("zip");
export const MAX_PICTURE_BYTES = bytesOf("picture");
export const MAX_IMAGE_BYTES = bytesOf("imageData");
export const MAX_ROW_BYTES = bytesOf("importedRow");

/** Whether a file is a PDF by its name, above the limit of a paper and within the limit of a large PDF. @param size in bytes */
export const isLargePdf = (name: string, size: number): boolean =>
  /\.pdf$/i.test(name) && size > MAX_PAPER_BYTES && size <= MAX_LARGE_PDF_BYTES;
