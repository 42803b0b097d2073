import { alignWords, type Span } from "./align-words.ts";
import type { LineBox } from "./line-box.ts";
import { inkOfLine, type LineInk } from "./line-ink.ts";
import type { GreyPicture } from "./page-content.ts";

/** Some neighbouring words of a line. */
export interface WordsOnLine {
  /** The place of the line. */
  box: LineBox;
  /** All words of the line, as they were read. */
  words: string[];
  /** The places of the first and the last wanted word in `words`, from 0. */
  first: number;
  last: number;
}

/** A column with less ink is empty, as a share of the height of the line. */
const DUST = 0.03;
/** The gaps beside and between the words are at least this many times wider than those between their letters. */
const CLEAR = 1.2;
/** The measured width of words, in widths that their letters suggest. */
const [LEAST, MOST] = [0.72, 1.4];
/** The smallest and largest width of an average letter, in heights of the line. */
const [NARROWEST, WIDEST] = [0.12, 0.9];
/** A wider gap, in heights of the line, is between words: the line prints more than its text says. */
const WORD_GAP = 0.6;
/** Recognition often misses the space behind such a sign. */
const JOINED = /[^\p{L}\p{M}\p{N}]./u;
/** Latin letters and digits have no longer stroke, in heights of the words. The bar above a Bangla word is longer. */
const STROKE = 1.1;
/** The smallest height of the words, in heights of the line. */
const LOWEST = 0.25;
/** The smallest and largest height of the words, in widths of an average letter. */
const [FLATTEST, HIGHEST] = [0.87, 3.4];
/** The space around the words, in heights of the line, if their neighbours leave so much. */
const MARGIN = 0.12;
/** Blank rows between the parts of letters, such as a dot and its stem, in heights of the line. */
const PARTS = 0.12;
/** A comma or point is narrower and begins lower, in heights of the line. */
const [POINT_WIDTH, POINT_TOP] = [0.3, 0.5];

/** The place of words on the picture of their line, in px. */
export interface WordsPlace {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Finds words on the picture of their line. They are found only if the gaps beside them are wider than those between their letters,
 * and if they are as wide as their letters suggest, so that no picture ends inside a word.
 * @param line level, with black ink on white paper
 */
export function findWords(
  line: GreyPicture,
  { words, first, last }: Omit<WordsOnLine, "box">,
): WordsPlace | undefined {
  const ink = inkOfLine(line, words.some(isBangla));
  const letters = lettersOf(ink);
  const expected = words.map(widthOf);
  const aligned = alignWords(letters, expected, line.height);
  if (!aligned || !isPlausible({ words, letters, aligned, expected, first, last }, line.height))
    return undefined;
  const [start, end] = [(aligned[first] as Span).from, (aligned[last] as Span).to];
  const { from } = letters[start] as Span;
  const rows = rowsOf(ink, { from, to: (letters[end] as Span).to });
  if (!rows || rows.to - rows.from < LOWEST * line.height) return undefined;
  const letter =
    ((letters[end] as Span).to - from) / expected.slice(first, last + 1).reduce((sum, one) => sum + one, 0);
  const high = rows.to - rows.from;
  if (high > HIGHEST * letter || high < FLATTEST * letter) return undefined;
  const isLatin = !words.slice(first, last + 1).some(isBangla);
  if (isLatin && strokeOf(ink, { from, to: (letters[end] as Span).to }) > STROKE * (rows.to - rows.from))
    return undefined;
  const final = isPoint(ink, letters.slice(start, end + 1), words[last] as string) ? end - 1 : end;
  const { to } = letters[final] as Span;
  const before = start === 0 ? from : (from - (letters[start - 1] as Span).to) / 2;
  const after = ((letters[final + 1]?.from ?? 2 * line.width - to) - to) / 2;
  const margin = Math.max(0, Math.floor(Math.min(before, after, MARGIN * line.height)));
  return { left: from - margin, width: to - from + 2 * margin, top: rows.from, height: rows.to - rows.from };
}

/** Neighbouring columns with ink: letters, and parts or groups of letters. */
function lettersOf({ cells, width, height }: LineInk): Span[] {
  const letters: Span[] = [];
  const least = Math.max(1, DUST * height);
  for (let column = 0; column < width; column += 1) {
    let count = 0;
    for (let row = 0; row < height; row += 1) count += cells[row * width + column] as number;
    if (count < least) continue;
    const last = letters.at(-1);
    if (last?.to === column) last.to += 1;
    else letters.push({ from: column, to: column + 1 });
  }
  return letters;
}

interface Found {
  words: string[];
  letters: Span[];
  aligned: Span[];
  expected: number[];
  first: number;
  last: number;
}

function isPlausible({ words, letters, aligned, expected, first, last }: Found, height: number): boolean {
  const gapAfter = (at: number) => (letters[at + 1] as Span).from - (letters[at] as Span).to;
  const measured = aligned.map(({ from, to }) => (letters[to] as Span).to - (letters[from] as Span).from);
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  const letter = sum(measured) / sum(expected);
  if (letter < NARROWEST * height || letter > WIDEST * height) return false;
  const share = sum(measured.slice(first, last + 1)) / (letter * sum(expected.slice(first, last + 1)));
  if (share < LEAST || share > MOST) return false;
  const gapsIn = ({ from, to }: Span) => Array.from({ length: to - from }, (_gap, at) => gapAfter(from + at));
  if (Math.max(...aligned.flatMap(gapsIn)) > WORD_GAP * height) return false;
  const wanted = aligned.slice(first, last + 1);
  const inner = wanted.flatMap(gapsIn);
  const beside = [first - 1, ...wanted.map((_word, at) => first + at)].map((word) => {
    const [one, next] = [aligned[word], aligned[word + 1]];
    return one && next ? gapAfter(one.to) : Infinity;
  });
  const narrowest = Math.min(...beside);
  // A word with such a gap is two words: recognition took a part of the line for another.
  const isTwo = (word: string, at: number) =>
    !JOINED.test(word) && Math.max(0, ...gapsIn(aligned[at] as Span)) > narrowest;
  return narrowest >= CLEAR * Math.max(1, ...inner) + 1 && !words.some(isTwo);
}

/** The width of a word in widths of an average letter. Signs above and below Bangla letters have none. */
function widthOf(word: string): number {
  let width = 0;
  for (const char of word.normalize("NFC")) {
    if (/\p{Mn}/u.test(char)) continue;
    if (/[\p{Mc}ijlftrI.,:;'|!()[\]-]/u.test(char)) width += 0.5;
    else if (/[mwMW@—]/u.test(char)) width += 1.5;
    else if (/[A-Z]/u.test(char)) width += 1.25;
    else width += 1;
  }
  return Math.max(0.3, width);
}

/** Returns true if the last letter is a comma, point or colon behind the words. */
function isPoint(ink: LineInk, letters: Span[], word: string): boolean {
  const point = letters.at(-1);
  if (!point || letters.length < 2 || !/[,.;:]$/.test(word)) return false;
  const counts = countsOf(ink, point);
  const [top, bottom] = [counts.findIndex(Boolean), counts.findLastIndex(Boolean)];
  const isNarrow = point.to - point.from < POINT_WIDTH * ink.height;
  return isNarrow && (top > POINT_TOP * ink.height || counts.slice(top, bottom).includes(0));
}

/** The longest horizontal stroke, in px. */
function strokeOf({ cells, width, height }: LineInk, { from, to }: Span): number {
  let longest = 0;
  for (let row = 0; row < height; row += 1) {
    let length = 0;
    for (let column = from; column < to; column += 1) {
      length = cells[row * width + column] ? length + 1 : 0;
      longest = Math.max(longest, length);
    }
  }
  return longest;
}

const isBangla = (word: string): boolean => /\p{Script=Bengali}/u.test(word);

/** The number of pixels with ink in each row. */
function countsOf({ cells, width, height }: LineInk, { from, to }: Span): number[] {
  return Array.from({ length: height }, (_row, row) =>
    cells.subarray(row * width + from, row * width + to).reduce((sum, cell) => sum + cell, 0),
  );
}

/** The rows of the words. Parts of a letter have few blank rows between them. */
function rowsOf(ink: LineInk, span: Span): Span | undefined {
  const { height } = ink;
  const counts = countsOf(ink, span);
  const most = counts.indexOf(Math.max(...counts));
  if (!counts[most]) return undefined;
  const reach = (step: number) => {
    let edge = most;
    for (let row = most + step; row >= 0 && row < height; row += step) {
      if (Math.abs(row - edge) > PARTS * height) break;
      if (counts[row]) edge = row;
    }
    return edge;
  };
  return { from: reach(-1), to: reach(1) + 1 };
}
