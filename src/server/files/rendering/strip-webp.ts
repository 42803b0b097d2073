import { orientationTag } from "./orientation-tag.ts";
import { HEAD_BYTES, webpChunks } from "./webp-shape.ts";

const RENDERED_CHUNKS = new Set(["VP8X", "ICCP", "ALPH", "VP8 ", "VP8L"]);
/** Bits in the first byte of VP8X, which show which other chunks exist. */
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

/**
 * Copies a WebP without Exif, XMP and unknown chunks.
 * @param orientation from 1 to 8, as read from the file
 * @throws PaperRefused file_truncated or file_mixed
 */
export function stripWebp(bytes: Buffer, orientation: number): Buffer {
  const parts: Buffer[] = [Buffer.from(bytes.subarray(0, HEAD_BYTES))];
  const turned = orientation !== 1;
  for (const { type, start, end } of webpChunks(bytes)) {
    if (!RENDERED_CHUNKS.has(type)) continue;
    const chunk = Buffer.from(bytes.subarray(start, end));
    if (type === "VP8X" && chunk.length > 8) {
      const flags = (chunk[8] as number) & ~(EXIF_FLAG | XMP_FLAG);
      chunk[8] = turned ? flags | EXIF_FLAG : flags;
    }
    parts.push(chunk);
  }
  if (turned) parts.push(exifOf(orientation));
  const bare = Buffer.concat(parts);
  bare.writeUInt32LE(bare.length - 8, 4);
  return bare;
}

function exifOf(orientation: number): Buffer {
  const tag = orientationTag(orientation);
  const head = Buffer.from("EXIF\0\0\0\0", "latin1");
  head.writeUInt32LE(tag.length, 4);
  return Buffer.concat([head, tag]);
}
