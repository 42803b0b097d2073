/** About 240 dots an inch of A4, at which letters have the size that Tesseract was trained on. In px. */
export const PAGE_WIDTH = 2_000;

/** The recognised text of a page. */
export interface Recognised {
  text: string;
  /** From 0 to 100, as Tesseract sees its own work. */
  confidence: number;
}

/** A request of the server to its child process. */
export interface OcrRequest {
  image: Uint8Array;
}

/** The child process's answer; an error only by its name. */
export type OcrReply = { value: Recognised } | { error: string };
