import { createWorker, OEM, PSM } from "tesseract.js";
import type { Word } from "./lines/combine-words.ts";

/** The resolution of an A4 page that is 2,000 px wide. Without this setting, Tesseract guesses the resolution. */
const DOTS_PER_INCH = "240";

/** A rectangle in px. */
export interface Rectangle {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** A line that Tesseract read. */
export interface TesseractLine {
  text: string;
  /** From 0 to 1. */
  confidence: number;
  bbox: Rectangle;
  words: Word[];
}

/** Reads pictures in one language. */
export interface Tesseract {
  /** @param layout of the picture: a whole page, or lines below each other */
  read: (picture: Uint8Array, layout: "page" | "lines") => Promise<TesseractLine[]>;
}

/**
 * Starts Tesseract. @param folder with its language data
 * @throws Error if the data can't be loaded; the process also gets an uncaught error then
 */
export async function openTesseract(language: string, folder: string): Promise<Tesseract> {
  let isStarting = true;
  const worker = await createWorker(language, OEM.LSTM_ONLY, {
    langPath: folder,
    cacheMethod: "none",
    gzip: true,
    // `createWorker` never settles if it can't load a language.
    errorHandler: () => isStarting && process.exit(1),
  });
  isStarting = false;
  return {
    async read(picture, layout) {
      await worker.setParameters({
        tessedit_pageseg_mode: layout === "page" ? PSM.AUTO : PSM.SINGLE_BLOCK,
        user_defined_dpi: DOTS_PER_INCH,
      });
      const { data } = await worker.recognize(Buffer.from(picture), {}, { text: false, blocks: true });
      return (data.blocks ?? [])
        .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
        .map(({ text, confidence, bbox, words }) => ({
          text: text.trim(),
          confidence: confidence / 100,
          bbox,
          words: words.map((word) => ({
            text: word.text,
            left: word.bbox.x0,
            right: word.bbox.x1,
            confidence: word.confidence / 100,
          })),
        }));
    },
  };
}
