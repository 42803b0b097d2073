/** The stored types of pictures of a paper. */
export type PictureType = "image/png" | "image/jpeg" | "image/webp";
/** Documents, which are stored as they are and only downloaded. They have no page images. */
export type DocumentType =
  | "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
  | "application/vnd.openxmlformats-officedocument.presentationml.presentation";
/** The stored types of a paper's file. We detect the type by the content, never by the name. */
export type PaperType = "application/pdf" | PictureType | DocumentType;
/** Pictures that we store as a JPEG, or as a PDF if there are several, because not every browser shows them. */
export type ConvertedType = "image/heic" | "image/avif" | "image/tiff";
/** The types that people can upload. */
export type UploadType = PaperType | ConvertedType;

export const MAX_PAPER_PAGES = 500;
/**
 * The maximum number of pixels of an image (width times height). Phone photos have up to 50 million pixels.
 */
export const MAX_PAPER_PIXELS = 64_000_000;
/** The maximum number of pixels of all pictures in a TIFF together: 45 scanned pages of A4 with 300 dpi. */
export const MAX_TIFF_PIXELS = 400_000_000;
/** The maximum size of a DOCX or PPTX after unpacking, in bytes. */
export const MAX_UNPACKED_DOCUMENT = 200_000_000;

/** Why we refuse a file. `en-files.ts` has the texts. */
export const paperRefusals = [
  "file_empty",
  "file_too_large",
  "file_wrong_type",
  "file_truncated",
  "file_mixed",
  "file_encrypted",
  "file_macros",
  "file_embedded",
  "file_old_office",
  "file_other_document",
  "file_zip",
  "file_active",
  "file_animated",
  "file_too_many_pages",
  "file_too_many_pixels",
  "file_unpacks_too_large",
  "file_too_heavy",
  "file_unreadable",
  "file_not_shrunk",
] as const;

export type PaperRefusal = (typeof paperRefusals)[number];
