import type { PaperType } from "../../../shared/paper.ts";
import { stripJpeg } from "./strip-jpeg.ts";
import { stripPng } from "./strip-png.ts";
import { stripWebp } from "./strip-webp.ts";

export interface StripOptions {
  type: PaperType;
  /** How a picture is to be turned, as its file says: from 1 to 8; 1 is upright. */
  orientation: number;
  /** The PDF without its actions; left out if it has none. */
  withoutActions?: Uint8Array;
}

/**
 * A file without what it tells of people beside what is to be seen: where and when a photo was taken, and by which
 * camera. The pixels stay as they are, bit by bit. PDFs stay whole, except for their actions: see docs/decisions/023 and 037.
 * @throws PaperRefused for what is no whole image of its type
 */
export function stripMetadata(
  bytes: Uint8Array,
  { type, orientation, withoutActions }: StripOptions,
): Uint8Array {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case "image/jpeg":
      return stripJpeg(whole, orientation);
    case "image/png":
      return stripPng(whole, orientation);
    case "image/webp":
      return stripWebp(whole, orientation);
    case "application/pdf":
      return withoutActions ?? bytes;
  }
}
