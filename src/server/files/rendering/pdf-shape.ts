import { holdsMarkup } from "./foreign-content.ts";
import { PaperRefused } from "./paper-refused.ts";

/** Readers look for the header and the end of a PDF within so many bytes; here both stand where they belong. */
const MARGIN = 1_024;
const END = "%%EOF";

/**
 * Whether the file is a whole PDF and nothing else, as far as its outside tells.
 * @throws PaperRefused file_truncated or file_mixed
 */
export function checkPdfShape(bytes: Buffer): void {
  if (holdsMarkup(bytes.subarray(0, MARGIN))) throw new PaperRefused("file_mixed");
  const end = bytes.lastIndexOf(END);
  if (end < 0 || !bytes.includes("startxref")) throw new PaperRefused("file_truncated");
  // Some writers pad the end with blanks or zeros.
  if (/[^\s\0]/.test(bytes.toString("latin1", end + END.length))) throw new PaperRefused("file_mixed");
}
