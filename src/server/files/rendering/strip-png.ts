import { crc32 } from "node:zlib";
import { orientationTag } from "./orientation-tag.ts";
import { pngChunks, SIGNATURE_BYTES } from "./png-shape.ts";

/** Chunks for the pixels and their colours. A decoder must not skip a chunk with a capital first letter. */
const RENDERED_CHUNKS = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs".split(" "),
);

/**
 * Copies a PNG without texts, times, Exif and private chunks of programs.
 * @param orientation from 1 to 8, as read from the file
 * @throws PaperRefused file_truncated
 */
export function stripPng(bytes: Buffer, orientation: number): Buffer {
  const parts = [bytes.subarray(0, SIGNATURE_BYTES)];
  for (const { type, start, end } of pngChunks(bytes)) {
    if (RENDERED_CHUNKS.has(type)) parts.push(bytes.subarray(start, end));
    if (type === "IHDR" && orientation !== 1) parts.push(chunkOf("eXIf", orientationTag(orientation)));
  }
  return Buffer.concat(parts);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
