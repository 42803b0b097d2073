export interface FileTable {
  /** A random key, so that nobody can guess the address of an unapproved item's file. */
  key: string;
  sha256: string;
  /** The SHA-256 of the uploaded bytes, if the stored bytes differ (`stripMetadata`); otherwise null. */
  uploadedSha256?: string | null;
  type: string;
  /** The size in bytes. */
  size: number;
  /**
   * The person who uploaded the file; null for a file that the archive made itself, and after the account was
   * deleted.
   */
  uploaderId: string | null;
  /** The name that the contributor gave the file; null for a file that the archive made itself. */
  name: string | null;
  /** The size in px; only for images that the archive made itself. */
  width?: number | null;
  height?: number | null;
  createdAt: number;
}

/** Data about the content of an uploaded file, shared by all uploads of the same bytes. */
export interface PaperTable {
  sha256: string;
  pages: number;
  /** The difference hash of the first page, 256 bits in hex; null if there is none. */
  hash: string | null;
  /**
   * The positions of ink on the first page (`pagePrint`); null for papers that are older than this column.
   */
  print: string | null;
  /**
   * For each of the first three pages its difference hash, upright and upside down, with spaces between them; null for
   * papers that are older than this column and were not drawn since.
   */
  pageHashes?: string | null;
  /** The positions of ink on the same pages. */
  pagePrints?: string | null;
  /**
   * The number of the paper. A transaction that sees a number also sees all lower numbers. Null without a
   * hash.
   */
  seq: number | null;
  /** The words of all pages for search, each once, normalised with `words()`, in the form ` word word … `. */
  pageWords: string;
  createdAt: number;
}

/** The text on a page of a paper. */
export interface PageTextTable {
  sha256: string;
  /** From 1. */
  page: number;
  source: PageTextSource;
  text: string;
  /** The confidence of OCR, from 0 to 100; 100 for text from the file's text layer. */
  confidence: number;
  /**
   * JSON: for each line of the text `[left, top, width, height]` as fractions of the page, or null if its place is
   * unknown. Null for pages that older versions read.
   */
  lineBoxes: string | null;
}
/** The first lines of a page that is still being read. */
export type PageHeadTable = Pick<PageTextTable, "sha256" | "page" | "text" | "lineBoxes">;

/** Whether the text comes from the file's text layer or from OCR. */
type PageTextSource = "embedded" | "recognised";

/** The lock of an upload, so that only one request at a time writes to the upload. */
export interface UploadLockTable {
  /** The id of the upload. */
  id: string;
  /** A random id of the writing request. */
  holder: string;
  /** The time when the lock expires if its process dies, in epoch milliseconds. */
  leaseUntil: number;
  /** Whether another request waits for the lock. A holder with a broken connection then gives way. */
  wanted: 0 | 1;
}
