import { MB } from "./bytes.ts";

/**
 * The size limit of each kind of file, in megabytes. Messages, forms, uploads and the limits of requests derive from
 * it; a test compares the examples for proxies in docs/production.md.
 */
export const maxMegabytes = {
  /** A paper: a PDF or one picture. */
  paper: 25,
  /** A chosen photo for a profile or cover; a phone's photo has 3 to 8 MB. */
  picture: 10,
  /** An image as a data URL in a call. */
  imageData: 2,
  /** One row of an imported file: an image as a data URL, and the text beside it. */
  importedRow: 4,
} as const;

const bytesOf = (kind: keyof typeof maxMegabytes): number => maxMegabytes[kind] * MB;

export const MAX_PAPER_BYTES = bytesOf("paper");
export const MAX_PICTURE_BYTES = bytesOf("picture");
export const MAX_IMAGE_BYTES = bytesOf("imageData");
export const MAX_ROW_BYTES = bytesOf("importedRow");
