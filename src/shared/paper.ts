/** What a file of a paper may be, told by its content and never by its name. */
export type PaperType = "application/pdf" | "image/png" | "image/jpeg" | "image/webp";

export const MAX_PAPER_PAGES = 500;
/** Width times height of an image; phones have up to 50 million. */
export const MAX_PAPER_PIXELS = 64_000_000;

/** Why a file is not taken. `en-files.ts` tells it in words. */
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
