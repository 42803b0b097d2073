import { KB, MB } from "../text/bytes.ts";
import { maxMegabytes } from "../files/file-limits.ts";
import {
  MAX_PAPER_PAGES,
  MAX_PAPER_PIXELS,
  MAX_UNPACKED_DOCUMENT,
  type PaperRefusal,
} from "../files/paper.ts";

const megapixels = MAX_PAPER_PIXELS / 1_000_000;

/**
 * The number of kB or MB.
 * @param total selects the unit, so that two amounts can have the same unit
 */
function inUnitOf(total: number, bytes: number): string {
  return unitOf(total) === "kB" ? (bytes / KB).toFixed(0) : (bytes / MB).toFixed(1);
}

const unitOf = (bytes: number): "kB" | "MB" => (Math.round(bytes / KB) < 1_000 ? "kB" : "MB");

/** @returns a text such as `240 kB` or `2.4 MB` */
export function fileSize(bytes: number): string {
  const shown = bytes === 0 ? 0 : Math.max(KB, bytes);
  return `${inUnitOf(shown, shown)} ${unitOf(shown)}`;
}

/** @returns a text such as `1.2 of 2.4 MB` */
export const sizeOfTotal = (bytes: number, total: number): string =>
  `${inUnitOf(total, bytes)} of ${inUnitOf(total, total)} ${unitOf(total)}`;

/** The progress of a file that becomes smaller. @param page from 1; 0 if the work has not begun */
export const shrinkingPage = (page: number, pages: number): string =>
  page === 0
    ? "Making your file smaller: waiting for its turn"
    : `Making your file smaller: page ${page} of ${pages}`;

/** Why we can't accept a file, and what to do. */
export const enFiles: Record<PaperRefusal, string> = {
  file_empty: "The file is empty. Choose it again.",
  file_too_large: `The file is larger than ${maxMegabytes.paper} MB. Scan it at a lower resolution, or share a link to it. A PDF that you upload with JavaScript can have up to ${maxMegabytes.largePdf} MB.`,
  file_wrong_type:
    "We accept PDF, JPEG, PNG, WebP, HEIC, AVIF, TIFF, DOCX and PPTX files. Save the file as PDF, then add it again.",
  file_truncated: "The end of the file is missing. Download or scan it again.",
  file_mixed: "The file contains extra data. Print it to PDF, or save the image again.",
  file_encrypted: "The file is locked. Remove the password, then add it again.",
  file_macros: "The document contains macros. Save it as PDF or as DOCX or PPTX without macros.",
  file_embedded: "The document contains embedded objects, or loads parts from elsewhere. Save it as PDF.",
  file_old_office:
    "We can't read files of old Office versions. Save the old .doc or .ppt file as DOCX, PPTX or PDF.",
  file_other_document: "We accept only DOCX and PPTX documents. Save the document as PDF.",
  file_zip:
    "A ZIP is not one paper. Unpack it and add its files, or add the ZIP under Contribute many papers.",
  file_active:
    "The PDF contains scripts or commands that we can't remove. Print it to a new PDF and upload that.",
  file_animated: "Animated images aren't supported. Choose a still image.",
  file_too_many_pages: `The file has more than ${MAX_PAPER_PAGES} pages. Split it and share the parts.`,
  file_too_many_pixels: `The image has more than ${megapixels} million pixels. Make it smaller.`,
  file_unpacks_too_large: `The document unpacks to more than ${MAX_UNPACKED_DOCUMENT / MB} MB, or to 200 times its size. Save it as PDF.`,
  file_too_heavy: "The file takes too much time or memory to display. Print it to PDF again, or scan it.",
  file_unreadable: "We can't read the file. Open it, save it again and upload the new copy.",
  file_not_shrunk: `We couldn't make the PDF smaller than ${maxMegabytes.paper} MB. Split it into parts of up to ${maxMegabytes.paper} MB and share the parts.`,
};

export const enFileOrLink = {
  title: "The file, or a link to it",
  link: "Paste a Drive link",
  or: "or",
  file: "Take photos or choose a file",
  fileHint: `A PDF, a picture (JPEG, PNG, WebP, HEIC, AVIF or TIFF), a DOCX or a PPTX, up to ${maxMegabytes.paper} MB`,
  shown: "(the current file). We keep it unless you paste a link or choose another file.",
  kept: (name: string, bytes: number) => `${name}, ${fileSize(bytes)}, already uploaded`,
  leaveOut: "Remove this file",
  continue: "Continue",
  continueHint: "Sends the file first, and fills in the fields that we can read from it.",
};
