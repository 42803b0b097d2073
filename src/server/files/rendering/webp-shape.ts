import { holdsMarkup } from "./foreign-content.ts";
import { PaperRefused } from "./paper-refused.ts";

/** The header: `RIFF`, the length of the rest, `WEBP`. */
export const HEAD_BYTES = 12;
const PIXELS = new Set(["VP8 ", "VP8L", "ALPH"]);
const ANIMATION = new Set(["ANIM", "ANMF"]);

/**
 * Checks that the file is one complete WebP without animation, and nothing else.
 * @throws PaperRefused file_truncated, file_mixed or file_animated
 */
export function checkWebpShape(bytes: Buffer): void {
  for (const { type, start, end } of webpChunks(bytes)) {
    if (ANIMATION.has(type)) throw new PaperRefused("file_animated");
    if (!PIXELS.has(type) && holdsMarkup(bytes.subarray(start, end))) throw new PaperRefused("file_mixed");
  }
}

/**
 * The chunks of a WebP (RFC 9649), each with its padding byte if its length is odd.
 * @throws PaperRefused file_truncated or file_mixed
 */
export function* webpChunks(bytes: Buffer): Generator<{ type: string; start: number; end: number }> {
  if (bytes.length < HEAD_BYTES) throw new PaperRefused("file_truncated");
  const length = 8 + bytes.readUInt32LE(4);
  if (length > bytes.length) throw new PaperRefused("file_truncated");
  if (length < bytes.length) throw new PaperRefused("file_mixed");
  let start = HEAD_BYTES;
  while (start + 8 <= length) {
    const type = bytes.toString("latin1", start, start + 4);
    const size = bytes.readUInt32LE(start + 4);
    const end = start + 8 + size + (size % 2);
    if (end > length) throw new PaperRefused("file_truncated");
    yield { type, start, end };
    start = end;
  }
}
