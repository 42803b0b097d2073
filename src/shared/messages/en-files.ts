import { maxMegabytes } from "../file-limits.ts";
import { MAX_PAPER_PAGES, MAX_PAPER_PIXELS, type PaperRefusal } from "../paper.ts";

const megapixels = MAX_PAPER_PIXELS / 1_000_000;

/** @returns such as `240 kB` or `2.4 MB`; a kB has 1,000 bytes */
export function fileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1_000));
  return kilobytes < 1_000 ? `${kilobytes} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Why a file is not taken, and what to do. */
export const enFiles: Record<PaperRefusal, string> = {
  file_empty: "The file is empty. Choose it again",
  file_too_large: `The file has more than ${maxMegabytes.paper} MB. Scan it at a lower resolution, or share a link to it`,
  file_wrong_type: "The file must be a PDF, PNG, JPEG or WebP, whatever its name says",
  file_truncated: "The end of the file is missing. Download or scan it again",
  file_mixed: "The file holds something else beside the paper. Print it to PDF, or save the image again",
  file_encrypted: "The PDF is locked. Save it without a password and without restrictions",
  file_active:
    "The PDF contains scripts or commands that we can't remove. Print it to a new PDF and upload that",
  file_animated: "The image moves. Choose one that stands still",
  file_too_many_pages: `The PDF has more than ${MAX_PAPER_PAGES} pages. Share it in parts`,
  file_too_many_pixels: `The image has more than ${megapixels} million pixels. Make it smaller`,
  file_too_heavy: "The file takes too much time or memory to draw. Print it to PDF again, or scan it",
  file_unreadable: "The file can't be read. Open it, save it anew and try again",
};
