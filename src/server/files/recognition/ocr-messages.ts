/** The width in px: about 240 dots per inch on A4. Tesseract was trained on letters of this size. */
export const PAGE_WIDTH = 2_000;

export interface Recognised {
  text: string;
  /** Tesseract's confidence in its result, from 0 to 100. */
  confidence: number;
}

/** A message from the server to its child process. */
export interface OcrRequest {
  image: Uint8Array;
}

/** The child process's reply. For an error, it contains only the error's name. */
export type OcrReply = { value: Recognised } | { error: string };
