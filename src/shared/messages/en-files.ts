import { KB, MB } from "../bytes.ts";
import { maxMegabytes } from "../file-limits.ts";
import { MAX_PAPER_PAGES, MAX_PAPER_PIXELS, type PaperRefusal } from "../paper.ts";

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
  const shown = Math.max(KB, bytes);
  return `${inUnitOf(shown, shown)} ${unitOf(shown)}`;
}

/** @returns a text such as `1.2 of 2.4 MB` */
export const sizeOfTotal = (bytes: number, total: number): string =>
  `${inUnitOf(total, bytes)} of ${inUnitOf(total, total)} ${unitOf(total)}`;

/** Why we can't accept a file, and what to do. */
export const enFiles: Record<PaperRefusal, string> = {
  file_empty: "The file is empty. Choose it again.",
  file_too_large: `The file is larger than ${maxMegabytes.paper} MB. Scan it at a lower resolution, or share a link to it.`,
  file_wrong_type: "The file is not a PDF, PNG, JPEG or WebP. Choose another file.",
  file_truncated: "The end of the file is missing. Download or scan it again.",
  file_mixed: "The file contains extra data. Print it to PDF, or save the image again.",
  file_encrypted: "The PDF is locked. Save it without a password or restrictions.",
  file_active:
    "The PDF contains scripts or commands that we can't remove. Print it to a new PDF and upload that.",
  file_animated: "Animated images aren't supported. Choose a still image.",
  file_too_many_pages: `The PDF has more than ${MAX_PAPER_PAGES} pages. Split it and share the parts.`,
  file_too_many_pixels: `The image has more than ${megapixels} million pixels. Make it smaller.`,
  file_too_heavy: "The file takes too much time or memory to display. Print it to PDF again, or scan it.",
  file_unreadable: "We can't read the file. Open it, save it again and upload the new copy.",
};
