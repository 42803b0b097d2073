import type { Letter } from "./read-line.ts";

/** A word of a line, and its ends in px. */
export interface Word {
  text: string;
  left: number;
  right: number;
  /** From 0 to 1. */
  confidence: number;
}

/** A Latin word between Bangla words must be this certain: Bangla letters can look like Latin ones. */
const CERTAIN = 0.86;
/** Half of a letter's width, in px of a line's picture. */
const HALF = 8;

/** The words of letters that were read one after the other. */
export function wordsOf(letters: Letter[]): Word[] {
  const words: Letter[][] = [[]];
  for (const letter of letters) {
    if (letter.text === " ") words.push([]);
    else words.at(-1)?.push(letter);
  }
  return words
    .filter((word) => word.length > 0)
    .map((word) => ({
      text: word.map(({ text }) => text).join(""),
      left: (word[0] as Letter).x - HALF,
      right: (word.at(-1) as Letter).x + HALF,
      confidence: word.reduce((sum, { confidence }) => sum + confidence, 0) / word.length,
    }));
}

/**
 * Combines two readings of a line: papers in Bangla print course codes in Latin letters, and Tesseract's Bangla data
 * doesn't know these.
 */
export function combined(bangla: Word[], latin: Word[]): Word[] {
  const certain = latin.filter(
    ({ text, confidence }) =>
      confidence >= CERTAIN && /[A-Za-z]{2}|[A-Za-z].*\d{3}|^\W*\d{3,5}\W*$/.test(text),
  );
  const overlap = (one: Word, other: Word) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const covered = (word: Word) => certain.reduce((sum, other) => sum + Math.max(0, overlap(word, other)), 0);
  const kept = bangla.filter((word) => covered(word) <= 0.5 * (word.right - word.left));
  return [...kept, ...certain].sort((p, q) => p.left - q.left);
}
