export interface FileTable {
  /** Random, so that the address of an unapproved item's file can't be guessed. */
  key: string;
  sha256: string;
  /** Of the uploaded bytes, if the stored ones differ (`stripMetadata`); else null. */
  uploadedSha256?: string | null;
  type: string;
  /** In bytes. */
  size: number;
  /** Whose it is until an item shows it; null for what the archive made itself, and for a person who is gone. */
  uploaderId: string | null;
  /** As its contributor named it; null where the archive made it. */
  name: string | null;
  /** In px; of images that the archive made alone. */
  width?: number | null;
  height?: number | null;
  createdAt: number;
}

/** The known traits of the content of an uploaded file, for all uploaders. */
export interface PaperTable {
  sha256: string;
  pages: number;
  /** Difference hash of the first page, 256 bits in hex; null where there is none. */
  hash: string | null;
  /** The places of ink on the first page (`pagePrint`); null for papers from before the print existed. */
  print: string | null;
  /** Greater for what was kept later, in the order in which others see it; null where there is no hash. */
  seq: number | null;
  /** ` word word … ` of `words()` of its pages, for search: each once. */
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
  /** From 0 to 100; of text that the file held as text, 100. */
  confidence: number;
}
/** Whether the file held it as text, or it was read from the picture. */
type PageTextSource = "embedded" | "recognised";

/** The lock of an upload, so that only one process writes it. */
export interface UploadLockTable {
  /** The upload's. */
  id: string;
  /** Random, of the request that writes. */
  holder: string;
  /** When it lapses, should its process die. In epoch milliseconds. */
  leaseUntil: number;
  /** Whether another process waits for it: a holder whose connection broke then gives way. */
  wanted: 0 | 1;
}
