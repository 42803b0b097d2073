import sharp from "sharp";
import type { GreyPicture } from "../../rendering/paper-light.ts";
import { boxAround, type Point } from "../line-box.ts";
import type { LineBox } from "../../rendering/line-box.ts";
import type { Recognised } from "../ocr-messages.ts";
import type { Tesseract } from "../tesseract.ts";
import { combined, type Word, wordsOf } from "./combine-words.ts";
import { cutLine, LINE_HEIGHT } from "./cut-line.ts";
import type { TextLine } from "./find-lines.ts";
import { heightAt } from "./fit-line.ts";
import type { Models } from "./models.ts";
import { between, rowsOf } from "./order-lines.ts";
import { readCodesAlone } from "./read-codes-alone.ts";
import { createReadLine, type ReadLine } from "./read-line.ts";
import { splitWords } from "./split-words.ts";
import { turnedBack, uprightPage } from "./upright-page.ts";

/** A line that was found on the page, and what is read in it. */
interface Part {
  line: TextLine;
  text: string;
  /** From 0 to 1. */
  confidence: number;
}

interface LatinPart extends Part {
  read: ReadLine;
  words: Word[];
}

/** The heading of a paper is in this many parts of lines; shorter pages are read at once. */
const [HEAD_LINES, LONG_PAGE] = [16, 24];
/** On a page with Bangla, a line with less confidence is read in Bangla too. */
const CERTAIN = 0.7;
/** Latin text has more letters than this in a length of its height; with characters of another script, more than the second. */
const [SPARSE, SPARSE_AND_FOREIGN] = [0.8, 1.4];
const FOREIGN = 0.05;
/** Latin and Bangla words in one line have fewer letters than this in a length of its height. */
const MIXED = 1.8;
/** A line of this many heights is long enough to tell its script. */
const LONG = 4;
/** Words in Bangla with less confidence are stains and edges. */
const MIN = 0.4;

/** Bangla has signs above and below its letters, so its lines are cut with more room. */
const ROOM = 1.3;
/** The height of a line for Tesseract, and the distance to the next one, in px. */
const [BANGLA_HEIGHT, BANGLA_MARGIN] = [64, 36];

/** A larger picture takes more memory, which Tesseract doesn't give back. */
const LINE_BATCH = 6;

/**
 * Reads a page line by line, so that each line may have its own angle and curve. PP-OCR reads Latin letters, and
 * Tesseract reads the lines in which it finds something else.
 */
export function createReadPage(models: Models, bangla: () => Promise<Tesseract>) {
  const readLine = createReadLine(models);

  /** @param onHead receives the first lines of a long page as soon as they are read */
  return async function readPage(
    image: GreyPicture,
    onHead: (head: Recognised) => void,
  ): Promise<Recognised> {
    const { page, lines, turns } = await uprightPage(image, models, readLine);
    const parts: LatinPart[] = [];
    const read = new Map<LatinPart, Part>();
    const fromTop = [...lines].sort((p, q) => heightAt(p, p.left) - heightAt(q, q.left));
    for (const [index, line] of fromTop.entries()) {
      if (index === HEAD_LINES && lines.length > LONG_PAGE) onHead(await readSoFar());
      parts.push(await readLatin(page, line));
    }
    return readSoFar();

    async function readSoFar(): Promise<Recognised> {
      const others = banglaParts(parts).filter((part) => !read.has(part));
      for (let start = 0; start < others.length; start += LINE_BATCH) {
        const some = others.slice(start, start + LINE_BATCH);
        for (const part of some) part.words = await readCodesAlone(page, part, readLine);
        for (const [part, found] of await readBangla(page, some, await bangla())) read.set(part, found);
      }
      const all = parts.map((part): Part => read.get(part) ?? part).filter(({ text }) => text !== "");
      const result = recognised(all, page);
      return {
        ...result,
        lines: result.lines.map(({ text, box }) => ({ text, box: turnedBack(box, turns) })),
      };
    }
  };

  async function readLatin(page: GreyPicture, line: TextLine): Promise<LatinPart> {
    const picture = cutLine(page, line);
    const read = await readLine(picture);
    const letters = splitWords(read.letters, picture);
    const text = letters
      .map((letter) => letter.text)
      .join("")
      .trim();
    const words = wordsOf(letters);
    return { line, text, confidence: read.confidence, read: { ...read, letters }, words };
  }
}

/** The lines that are not in Latin letters; none, if no long line is. */
function banglaParts(parts: LatinPart[]): LatinPart[] {
  const heights = ({ line }: Part) => (line.right - line.left) / line.height;
  const isSparse = (part: LatinPart) => {
    const density = part.read.letters.length / heights(part);
    return density < SPARSE || (density < SPARSE_AND_FOREIGN && part.read.foreign > FOREIGN);
  };
  /** A label in Bangla before a course code in Latin letters. */
  const hasDoubtfulWord = (part: LatinPart) =>
    part.read.letters.length < MIXED * heights(part) &&
    part.words.some(({ confidence }) => confidence < CERTAIN);
  const hasBangla = parts.some((part) => heights(part) > LONG && isSparse(part));
  return hasBangla
    ? parts.filter((part) => isSparse(part) || hasDoubtfulWord(part) || part.confidence < CERTAIN)
    : [];
}

/** Reads lines with Tesseract, all in one picture: below each other, straight and of the same height. */
async function readBangla(
  page: GreyPicture,
  parts: LatinPart[],
  tesseract: Tesseract,
): Promise<Map<LatinPart, Part>> {
  const cuts = parts.map(({ line }) => cutLine(page, { ...line, height: line.height * ROOM }, BANGLA_HEIGHT));
  const step = BANGLA_HEIGHT + BANGLA_MARGIN;
  const width = Math.max(...cuts.map((cut) => cut.width)) + 2 * BANGLA_MARGIN;
  const height = cuts.length * step + BANGLA_MARGIN;
  const sheet = new Uint8Array(width * height).fill(255);
  cuts.forEach((cut, index) => {
    for (let row = 0; row < cut.height; row += 1) {
      const to = (BANGLA_MARGIN + index * step + row) * width + BANGLA_MARGIN;
      sheet.set(cut.data.subarray(row * cut.width, (row + 1) * cut.width), to);
    }
  });
  const picture = await sharp(sheet, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .png({ compressionLevel: 1 })
    .toBuffer();
  const found = new Map<LatinPart, Part>();
  const lines = await tesseract.read(picture, "lines");
  parts.forEach((part, index) => {
    const top = BANGLA_MARGIN + index * step;
    const own = lines.filter(({ bbox }) => {
      const middle = (bbox.y0 + bbox.y1) / 2;
      return middle > top - BANGLA_MARGIN / 2 && middle < top + BANGLA_HEIGHT + BANGLA_MARGIN / 2;
    });
    // Both readings measure words in px, on pictures of different sizes.
    const scale = ROOM * (LINE_HEIGHT / BANGLA_HEIGHT);
    const words = own.flatMap((line) =>
      line.words.map((word) => ({
        ...word,
        left: (word.left - BANGLA_MARGIN) * scale,
        right: (word.right - BANGLA_MARGIN) * scale,
      })),
    );
    const all = combined(words, part.words);
    const confidence = all.reduce((sum, word) => sum + word.confidence, 0) / Math.max(1, all.length);
    const text = confidence < MIN ? part.text : all.map((word) => word.text).join(" ");
    found.set(part, { line: part.line, text, confidence });
  });
  return found;
}

function recognised(parts: Part[], page: GreyPicture): Recognised {
  const rows = rowsOf(parts, page.width);
  const lines = rows.map((row) => ({
    text: row.reduce((text, part, index) => {
      const before = row[index - 1];
      return text + (before ? between(before.line, part.line) : "") + part.text;
    }, ""),
    box: boxOf(
      row.map(({ line }) => line),
      page,
    ),
  }));
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const certainty = parts.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0);
  return {
    text: lines.map(({ text }) => text).join("\n"),
    confidence: length === 0 ? 0 : Math.round((100 * certainty) / length),
    lines,
  };
}

function boxOf(lines: TextLine[], page: GreyPicture): LineBox {
  const points = lines.flatMap((line) =>
    [line.left, (line.left + line.right) / 2, line.right].flatMap((x): Point[] => [
      [x, heightAt(line, x) - line.height / 2],
      [x, heightAt(line, x) + line.height / 2],
    ]),
  );
  return boxAround(points, page);
}
