import type { PaperType } from "../../../shared/files/paper.ts";
import { stripJpeg } from "./strip-jpeg.ts";
import { stripPng } from "./strip-png.ts";
import { stripWebp } from "./strip-webp.ts";

export interface StripOptions {
  type: PaperType;
  /** The Exif orientation, from 1 to 8; 1 is upright. */
  orientation: number;
}

/**
 * Strips metadata about people: where and when a photo was taken, and with which camera. The pixels stay
 * identical, bit by bit: see docs/decisions/023. Only the limited child process does it. Documents and PDFs stay as they are.
 * @throws PaperRefused if the file is not a complete image of its type
 */
export function stripMetadata(bytes: Uint8Array, { type, orientation }: StripOptions): Uint8Array {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (type) {
    case "image/jpeg":
      return stripJpeg(whole, orientation);
    case "image/png":
      return stripPng(whole, orientation);
    case "image/webp":
      return stripWebp(whole, orientation);
    default:
      return bytes;
  }
}
