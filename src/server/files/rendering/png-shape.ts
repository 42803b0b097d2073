import { holdsMarkup } from "./foreign-content.ts";
import { PaperRefused } from "./paper-refused.ts";

export const SIGNATURE_BYTES = 8;
/** The length, type and checksum around the data of a chunk. */
const FRAME_BYTES = 12;

/**
 * Checks that the file is one complete PNG without animation, and nothing else.
 * @throws PaperRefused file_truncated, file_mixed or file_animated
 */
export function checkPngShape(bytes: Buffer): void {
  let last = SIGNATURE_BYTES;
  for (const { type, start, end } of pngChunks(bytes)) {
    if (type === "acTL") throw new PaperRefused("file_animated");
    if (type !== "IDAT" && holdsMarkup(bytes.subarray(start, end))) throw new PaperRefused("file_mixed");
    last = end;
  }
  if (last !== bytes.length) throw new PaperRefused("file_mixed");
}

/**
 * The chunks of a PNG up to and including the end chunk (W3C PNG, third edition, chapter 5).
 * @throws PaperRefused file_truncated
 */
export function* pngChunks(bytes: Buffer): Generator<{ type: string; start: number; end: number }> {
  let start = SIGNATURE_BYTES;
  for (;;) {
    if (start + FRAME_BYTES > bytes.length) throw new PaperRefused("file_truncated");
    const type = bytes.toString("latin1", start + 4, start + 8);
    const end = start + FRAME_BYTES + bytes.readUInt32BE(start);
    if (end > bytes.length) throw new PaperRefused("file_truncated");
    yield { type, start, end };
    if (type === "IEND") return;
    start = end;
  }
}
