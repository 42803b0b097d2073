import { asciiDigits } from "../../../shared/words.ts";

/** The head of a paper, before the first questions, names the course and the exam. */
const HEAD_LINES = 30;
/** The part of a line that we read, in UTF-16 code units. The patterns for facts take long for longer lines. */
const LINE_LENGTH = 300;

/** A value that the text of a paper suggests for a field. */
export interface Fact {
  value: string;
  /** How reliable the matching rule is, from 0 to 1. */
  confidence: number;
}

/** The lines of a paper's head, with ASCII digits one form for each letter and dash, and at most three spaces in a row. */
export function headLines(text: string): string[] {
  return asciiDigits(text)
    .normalize("NFC")
    .replace(/[\u200b-\u200d\ufeff]/g, "")
    .replace(/[‐-―−]/g, "-")
    .replace(/[：ঃ]/g, ":")
    .split(/\r?\n/)
    .map((line) =>
      line
        .trim()
        .replace(/\s{3,}/g, "   ")
        .slice(0, LINE_LENGTH),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .slice(0, HEAD_LINES);
}

/** Vowel signs and letters that OCR often confuses and people often misspell. */
const ALIKE: [RegExp, string][] = [
  [/ী/g, "ি"],
  [/ূ/g, "ু"],
  [/ণ/g, "ন"],
  [/[শষ]/g, "স"],
  [/য\u09bc/g, "য"],
  [/ড\u09bc/g, "ড"],
  [/র\u09cd|\u09bc/g, ""],
];

/**
 * Normalises Bangla text so that words match despite small mistakes. The result is for comparisons, not for
 * display.
 */
export function fold(text: string): string {
  return ALIKE.reduce((changed, [letter, other]) => changed.replace(letter, other), text.normalize("NFC"))
    .toLowerCase()
    .replace(/\s+/g, " ");
}

/** A pattern for folded text: its Bangla words are folded, and its other characters don't change. */
export function folded(source: string): RegExp {
  return new RegExp(source.normalize("NFC").replace(/[\u0980-\u09ff]+/g, fold), "u");
}
