/** The accepted types of a paper's file. We detect the type by the content, never by the name. */
export type PaperType = "application/pdf" | "image/png" | "image/jpeg" | "image/webp";

export const MAX_PAPER_PAGES = 500;
/**
 * The maximum number of pixels of an image (width times height). Phone photos have up to 50 million pixels.
 */
export const MAX_PAPER_PIXELS = 64_000_000;

/** Why we refuse a file. `en-files.ts` has the texts. */
export type PaperRefusal =
  | "file_empty"
  | "file_too_large"
  | "file_wrong_type"
  | "file_truncated"
  | "file_mixed"
  | "file_encrypted"
  | "file_active"
  | "file_animated"
  | "file_too_many_pages"
  | "file_too_many_pixels"
  | "file_too_heavy"
  | "file_unreadable";
