/** About 240 dots an inch of A4, at which letters have the size that Tesseract was trained on. In px. */
export const PAGE_WIDTH = 2_000;

/** What is written on a page, as far as it could be read. */
export interface Recognised {
  text: string;
  /** From 0 to 100, as Tesseract sees its own work. */
  confidence: number;
}

/** What the server asks of its child process. */
export interface OcrRequest {
  image: Uint8Array;
}

/** What the child process answers; an error by its name alone. */
export type OcrReply = { value: Recognised } | { error: string };
