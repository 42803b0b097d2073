import { holdsMarkup } from "./foreign-content.ts";
import { PaperRefused } from "./paper-refused.ts";

const PIXELS = new Set(["VP8 ", "VP8L", "ALPH"]);
const ANIMATION = new Set(["ANIM", "ANMF"]);

/**
 * Whether the file is a whole WebP of one picture and nothing else (RFC 9649).
 * @throws PaperRefused file_truncated, file_mixed or file_animated
 */
export function checkWebpShape(bytes: Buffer): void {
  const length = 8 + bytes.readUInt32LE(4);
  if (length > bytes.length) throw new PaperRefused("file_truncated");
  if (length < bytes.length) throw new PaperRefused("file_mixed");
  let at = 12;
  while (at + 8 <= length) {
    const type = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    // Chunks begin at even places.
    const end = at + 8 + size + (size % 2);
    if (end > length) throw new PaperRefused("file_truncated");
    if (ANIMATION.has(type)) throw new PaperRefused("file_animated");
    if (!PIXELS.has(type) && holdsMarkup(bytes.subarray(at, end))) throw new PaperRefused("file_mixed");
    at = end;
  }
}
