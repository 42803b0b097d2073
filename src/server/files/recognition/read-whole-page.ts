import { combined } from "./lines/combine-words.ts";
import type { Recognised } from "./ocr-messages.ts";
import type { PreparedPage } from "./prepare-page.ts";
import type { Rectangle, Tesseract, TesseractLine } from "./tesseract.ts";

/** An English line with less confidence may be in Bangla. */
const CERTAIN = 0.8;
/** A page is also read in Bangla if a greater share of its letters is uncertain. */
const UNCERTAIN = 0.15;

/**
 * Reads a page with Tesseract alone: in English first, and in Bangla only if much of it is uncertain, because two
 * languages at once spoil English headings and take more time.
 */
export function createReadWholePage(english: () => Promise<Tesseract>, bangla: () => Promise<Tesseract>) {
  return async function readWholePage({ picture, boxOf }: PreparedPage): Promise<Recognised> {
    const latin = await (await english()).read(picture, "page");
    const uncertain = lettersOf(latin.filter(({ confidence }) => confidence < CERTAIN));
    const isBangla = uncertain > UNCERTAIN * lettersOf(latin);
    const lines = isBangla ? inBoth(await (await bangla()).read(picture, "page"), latin) : latin;
    const letters = lettersOf(lines);
    const certainty = lines.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
    return {
      text: lines.map(({ text }) => text).join("\n"),
      confidence: letters === 0 ? 0 : Math.round((100 * certainty) / letters),
      lines: lines.map(({ text, bbox }) => ({ text, box: boxOf(bbox) })),
    };
  };
}

const lettersOf = (lines: TesseractLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

/** The lines of a Bangla reading, with the certain lines and words of the English one. */
function inBoth(bangla: TesseractLine[], latin: TesseractLine[]): TesseractLine[] {
  const unmatched = latin.filter(
    (line) => line.confidence >= CERTAIN && !bangla.some(({ bbox }) => areInOneRow(bbox, line.bbox)),
  );
  const both = bangla.map((line) => {
    const same = latin.filter(({ bbox }) => areInOneRow(bbox, line.bbox));
    if (same.length === 1 && (same[0]?.confidence ?? 0) >= CERTAIN) return same[0] as TesseractLine;
    const words = combined(
      line.words,
      same.flatMap((other) => other.words),
    );
    return { ...line, words, text: words.map(({ text }) => text).join(" ") };
  });
  return [...both, ...unmatched].sort((p, q) => p.bbox.y0 - q.bbox.y0);
}

/** Whether two rectangles share most of their height, and some of their width. */
function areInOneRow(one: Rectangle, other: Rectangle): boolean {
  const height = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  const width = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  return width > 0 && height > 0.5 * Math.min(one.y1 - one.y0, other.y1 - other.y0);
}
