import type { LineBox } from "../rendering/line-box.ts";

/** The width in px: about 240 dots per inch on A4. Tesseract was trained on letters of this size. */
export const PAGE_WIDTH = 2_000;

/** A line of text, and its place on the page as the server drew it. */
export interface RecognisedLine {
  text: string;
  box: LineBox;
}

export interface Recognised {
  text: string;
  /** The confidence in the text, from 0 to 100. */
  confidence: number;
  /** The lines in reading order. */
  lines: RecognisedLine[];
}

/** A message from the server to its child process. */
export interface OcrRequest {
  image: Uint8Array;
}

/** A message from the child process before its reply: the first lines of the page. */
export interface OcrHead {
  head: Recognised;
}

/** The child process's reply. For an error, it contains only the error's name. */
export type OcrReply = { value: Recognised } | { error: string };
