import { holdsMarkup } from "./foreign-content.ts";
import { PaperRefused } from "./paper-refused.ts";

const SIGNATURE_BYTES = 8;
/** Length, type and checksum around the data of a chunk. */
const FRAME_BYTES = 12;

/**
 * Whether the file is a whole PNG of one picture and nothing else (W3C PNG, third edition, chapter 5).
 * @throws PaperRefused file_truncated, file_mixed or file_animated
 */
export function checkPngShape(bytes: Buffer): void {
  let at = SIGNATURE_BYTES;
  for (;;) {
    if (at + FRAME_BYTES > bytes.length) throw new PaperRefused("file_truncated");
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + FRAME_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new PaperRefused("file_truncated");
    if (type === "acTL") throw new PaperRefused("file_animated");
    if (type !== "IDAT" && holdsMarkup(bytes.subarray(at, end))) throw new PaperRefused("file_mixed");
    at = end;
    if (type === "IEND") break;
  }
  if (at !== bytes.length) throw new PaperRefused("file_mixed");
}
