import { HEADING_WORDS } from "./heading-words.ts";
import { mendedCodes, mendedYears } from "./mend-code.ts";

/** Signs that recognition confuses, as one of them. */
const SAME: Record<string, string> = { "0": "o", "1": "i", l: "i", "|": "i", "!": "i", "5": "s", "8": "b" };
/** Returns a word in a form that such mistakes don't change. */
export const comparable = (word: string): string =>
  /\p{L}/u.test(word) ? [...word.toLowerCase()].map((letter) => SAME[letter] ?? letter).join("") : word;

const words = new Set(HEADING_WORDS);
const wordOf = new Map(HEADING_WORDS.map((word) => [comparable(word), word]));
const LONGEST = Math.max(...HEADING_WORDS.map(({ length }) => length));
/** Shorter words stand in many places by chance. */
const MIN_LETTERS = 4;
const MIN_JOINED = 3;
/** Points for each letter of a known word. */
const WEIGHT = 4;

/** Neighbouring words without signs between them. */
const RUN = /[A-Za-z0-9|!]+(?: {1,2}[A-Za-z0-9|!]+)*/g;
const NUMBER = /^\d+$/;
/** A part with a capital and small letters is a word of its own if such a part follows. */
const TITLE_CASE = /^[A-Z][a-z][A-Za-z]/;
/** The longest run that is mended, in words. */
const MAX_WORDS = 60;

/** Letters of a run without a space between them. */
interface Piece {
  from: number;
  to: number;
  /** The word of a heading that they print, if we know it. */
  word: string | undefined;
}

/** The best way to cut the letters before a place. */
interface Way {
  score: number;
  piece?: Piece;
}

/**
 * Returns a line in the form in which we search all details: words of headings and codes have neither spaces between their
 * letters nor digits in place of letters. "SEM ESTER F I NAL" becomes "SEMESTER FINAL", "C0URSE T itle" becomes "COURSE Title",
 * and "CS E 4533" becomes "CSE 4533". A word that we don't know stays as it is.
 */
export const mendedLine = (line: string): string => mendedYears(mendedCodes(line)).replace(RUN, mendedRun);

/** Cuts the letters of a run into the words of headings that cover most of them. */
function mendedRun(run: string): string {
  const parts = [...run.matchAll(/( *)([^ ]+)/g)].map(([, space = "", letters = ""]) => ({ space, letters }));
  if (parts.length > MAX_WORDS || parts.every(({ letters }) => words.has(letters.toLowerCase()))) return run;
  const all = parts.map(({ letters }) => letters).join("");
  /** The parts by the place after their last letter. */
  const spaces = new Map<number, string>();
  const starts = new Map<number, number>();
  let end = 0;
  for (const { space, letters } of parts) {
    spaces.set(end, space);
    starts.set(end + letters.length, end);
    end += letters.length;
  }
  const pieces = piecesOf(all, starts);
  return pieces.reduce((text, { from, to, word }, at) => {
    const letters = all.slice(from, to);
    const space = at === 0 ? "" : (spaces.get(from) ?? " ");
    const isJoined = [...spaces.keys()].some((place) => place > from && place < to);
    return text + space + (word === undefined ? letters : written(word, letters, isJoined));
  }, "");
}

/** @param starts where the parts of a run begin, by where they end */
function piecesOf(all: string, starts: ReadonlyMap<number, number>): Piece[] {
  const text = comparable(all);
  const parts = [...starts].map(([end, start]) => ({ start, end, letters: all.slice(start, end) }));
  const best: (Way | undefined)[] = [{ score: 0 }];
  for (let to = 1; to <= all.length; to += 1) {
    const start = starts.get(to);
    for (let from = Math.max(0, to - LONGEST); from < to; from += 1) {
      const word = best[from] && wordOf.get(text.slice(from, to));
      if (!word || !isLike(word, all.slice(from, to)) || isOfTwoWords(from, to)) continue;
      const isWhole = from === start;
      if (!isWhole && word.length < MIN_LETTERS && !isBelieved(word, from, to)) continue;
      // A word as it is counts more, so that "mid term" stays two words.
      add(to, { from, to, word }, WEIGHT * word.length - (isWhole ? 0 : 1));
    }
    if (start !== undefined && best[start]) add(to, { from: start, to, word: undefined }, 0);
  }
  const pieces: Piece[] = [];
  for (let piece = best[all.length]?.piece; piece; piece = best[piece.from]?.piece) pieces.unshift(piece);
  return pieces;

  /** Tells whether some letters are two words, such as "Data Base", or a word and a number. */
  function isOfTwoWords(from: number, to: number): boolean {
    if ((starts.get(to) ?? from + 1) <= from) return false;
    const inside = parts.filter(({ start, end }) => start < to && end > from).map(({ letters }) => letters);
    return inside.some(
      (part, at) =>
        inside.length > 1 &&
        (NUMBER.test(part) || (TITLE_CASE.test(part) && TITLE_CASE.test(inside[at + 1] ?? ""))),
    );
  }

  /** A short word of whole parts, such as "Mi d", or behind a longer word. */
  function isBelieved(word: string, from: number, to: number): boolean {
    const isOfParts = starts.has(to) && (from === 0 || starts.has(from));
    const before = best[from]?.piece?.word ?? "";
    return (isOfParts && word.length >= MIN_JOINED) || before.length >= MIN_LETTERS;
  }

  function add(to: number, piece: Piece, points: number): void {
    const score = (best[piece.from]?.score ?? 0) + points;
    if (score > (best[to]?.score ?? -1)) best[to] = { score, piece };
  }
}

/** Whether letters can be a misread word: small "i" and "l" differ, so "soil d" is not "solid". */
function isLike(word: string, letters: string): boolean {
  if ((letters.match(/[A-Za-z]/g)?.length ?? 0) * 2 <= letters.length) return false;
  // "Test5" is a test with a number, and not several tests.
  if (/\d$/.test(letters) && words.has(word.slice(0, -1))) return false;
  return [...letters].every((sign, at) => sign.toLowerCase() === word[at] || MISREAD.test(sign));
}
const MISREAD = /[^A-Za-z]|[Il]/;

/** Returns the word as it was printed, or in its letter case if a sign was misread or its letters stood apart. */
function written(word: string, letters: string, isJoined: boolean): string {
  if (letters.toLowerCase() === word && !isJoined) return letters;
  const capitals = letters.match(/[A-Z]/g)?.length ?? 0;
  if (capitals * 2 > letters.length) return word.toUpperCase();
  return /^[A-Z0-9|]/.test(letters) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
