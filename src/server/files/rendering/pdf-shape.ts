import { holdsMarkup } from "./foreign-content.ts";
import { PaperRefused } from "./paper-refused.ts";

/**
 * PDF programs search for the header and the end marker within this many bytes. The archive removes what stands before
 * the header, and requires the marker at the end.
 */
const MARGIN = 1_024;
const HEADER = "%PDF-";
const END = "%%EOF";

/** The offset of a PDF's header, behind junk such as a printer's commands. @returns -1 if there is no header */
export const pdfStart = (bytes: Buffer): number => bytes.subarray(0, MARGIN + HEADER.length).indexOf(HEADER);

/**
 * Checks that the file begins and ends like one complete PDF.
 * @throws PaperRefused file_truncated or file_mixed
 */
export function checkPdfShape(bytes: Buffer): void {
  if (holdsMarkup(bytes.subarray(0, MARGIN))) throw new PaperRefused("file_mixed");
  const end = bytes.lastIndexOf(END);
  if (end < 0 || !bytes.includes("startxref")) throw new PaperRefused("file_truncated");
  // Some programs pad the end with blanks or zeros.
  if (/[^\s\0]/.test(bytes.toString("latin1", end + END.length))) throw new PaperRefused("file_mixed");
}
