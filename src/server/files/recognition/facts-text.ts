import { asciiDigits } from "../../../shared/words.ts";

/** A paper tells what it is before its first questions. */
const HEAD_LINES = 30;

/** A value that a paper proposes for a field. */
export interface Fact {
  value: string;
  /** From 0 to 1: how sure the rule is that found it. */
  confidence: number;
}

/** The lines of a paper's head, with digits as ASCII and one form of each letter and dash. */
export function headLines(text: string): string[] {
  return asciiDigits(text)
    .normalize("NFC")
    .replace(/[\u200b-\u200d\ufeff]/g, "")
    .replace(/[‐-―−]/g, "-")
    .replace(/[：ঃ]/g, ":")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .slice(0, HEAD_LINES);
}

/** Vowel signs and letters that recognition takes for each other, and people in spelling. */
const ALIKE: [RegExp, string][] = [
  [/ী/g, "ি"],
  [/ূ/g, "ু"],
  [/ণ/g, "ন"],
  [/[শষ]/g, "স"],
  [/য\u09bc/g, "য"],
  [/ড\u09bc/g, "ড"],
  [/র\u09cd|\u09bc/g, ""],
];

/** A text in which Bangla words match in spite of small mistakes; for comparing, not for showing. */
export function fold(text: string): string {
  return ALIKE.reduce((changed, [letter, other]) => changed.replace(letter, other), text.normalize("NFC"))
    .toLowerCase()
    .replace(/\s+/g, " ");
}

/** A pattern for folded text: the Bangla words in it are folded, its other signs left as they are. */
export function folded(source: string): RegExp {
  return new RegExp(source.normalize("NFC").replace(/[\u0980-\u09ff]+/g, fold), "u");
}
