import { asciiDigits } from "../../../shared/text/words.ts";
import type { LineBox } from "../rendering/line-box.ts";
import { placeOfLine } from "./line-boxes.ts";
import { mendedLine } from "./mend-line.ts";

/** The head of a paper, before the first questions, names the course and the exam. */
const HEAD_LINES = 30;
/** The part of a line that we read, in UTF-16 code units. The patterns for details take long for longer lines. */
const LINE_LENGTH = 300;

/** A value that the text of a paper suggests for a field. */
export interface ReadDetail {
  value: string;
  /** How reliable the matching rule is, from 0 to 1. */
  confidence: number;
  /** The line that it was read from. */
  snippet?: string;
  /** Where this line is. */
  place?: LinePlace;
}

/** A line of a page. */
export interface LinePlace {
  /** From 1. */
  page: number;
  /** The number of the line in the text of the page, from 1. */
  line: number;
  /** Absent if the place on the page is unknown. */
  box?: LineBox;
}

/** The text of a page, or its beginning. */
export interface TextPage {
  /** From 1. */
  page: number;
  text: string;
  /** As in `PageTextTable`. */
  lineBoxes: string | null;
}

/** The first lines of a paper. */
export interface Head {
  /** The lines for the rules, with ASCII digits, one form for each letter and dash, mended words, and at most three spaces in a row. */
  lines: string[];
  /** The same lines with the words and codes as recognition read them. */
  unmended: string[];
  /** The same lines as people read them. */
  printed: string[];
  /** The number of each line in the text, from 0. */
  numbers: number[];
  /** Whether the first question, or an instruction, follows these lines. */
  isWhole: boolean;
  /** The first lines, if a question follows so few of them that the rest of the head may stand below the questions. */
  above: string[];
}

/** The beginning of the first question, or the sentence before it. */
const QUESTIONS =
  /^(?:q(?:uestions?)?\.?\s*(?:no\.?)?\s*[:-]?\s*)?[([]?(?:1|l|I|১)\s*[.)।\]]\s*(?:[([]?(?:a|ক)[.)।\]]\s*)?\S|^(?:প্রশ্ন\s*(?:নং|নম্বর)?\s*[:-]?\s*1(?!\d)|1\s*(?:নং|[([](?:a|ক)[)\]]))|^[^\p{L}]{0,3}answer\s+(?:any|all)|(?:যেকোনো|যে কোনো|সকল|সব)\s+.{0,20}প্রশ্নের/iu;
/** Sentences for the students, such as "[N.B. The figures in the margin indicate full marks.]", end a head too. */
const INSTRUCTION = new RegExp(
  "^[([]?[aক]\\)\\s*\\S|নি[চম]ের.{0,10}প্রশ্ন|n\\.?\\s?b\\s*[.:]|^[^\\p{L}]*(?:attempt|there are|all questions|use |(?:t\\s?he )?figures?\\s|symbols|দ্রষ্টব্য|বিঃ|যে\\s?কোনো|ডান পাশের|সকল|প্রতিটি|প্রত্যেক)|।$".normalize(
    "NFC",
  ),
  "iu",
);
/** In a heading, four words in a row seldom have small letters. */
const SENTENCE = /(?:\s[a-z]{2,}){4}/;
/** A head with fewer lines is incomplete, so the questions may stand before it in the text. */
const MIN_HEAD_LINES = 3;

/** The lines before the first question, or all lines if the text doesn't begin with the head. */
export function headOf(text: string): Head {
  const all = text
    .split(/\r?\n/)
    .entries()
    .map(([number, raw]) => ({ number, raw, unmended: plain(raw) }))
    .filter(({ unmended }) => /[\p{L}\p{N}]/u.test(unmended))
    // To mend a line takes long, so we mend no line below the head.
    .take(HEAD_LINES)
    .map(({ number, raw, unmended }) => ({
      number,
      unmended,
      line: mendedLine(unmended),
      printed: raw.trim().replace(/\s+/g, " ").slice(0, LINE_LENGTH),
    }))
    .toArray();
  const end = all.findIndex(
    ({ line }, at) =>
      QUESTIONS.test(line) || (at >= MIN_HEAD_LINES && (INSTRUCTION.test(line) || SENTENCE.test(line))),
  );
  const isWhole = end >= MIN_HEAD_LINES;
  const head = isWhole ? all.slice(0, end) : all;
  return {
    isWhole,
    above: isWhole ? [] : head.slice(0, Math.max(0, end)).map(({ line }) => line),
    lines: head.map(({ line }) => line),
    unmended: head.map(({ unmended }) => unmended),
    printed: head.map(({ printed }) => printed),
    numbers: head.map(({ number }) => number),
  };
}

/**
 * Finds a line of joined pages.
 * @param number of the line, from 0, where all pages are one text
 */
export function placeIn(pages: readonly TextPage[], number: number): LinePlace | undefined {
  let before = 0;
  for (const { page, text, lineBoxes } of pages) {
    const count = text.split("\n").length;
    const line = number - before + 1;
    if (line <= count) {
      const box = placeOfLine(lineBoxes, line);
      return { page, line, ...(box && { box }) };
    }
    before += count;
  }
  return undefined;
}

const plain = (line: string): string =>
  asciiDigits(line)
    .normalize("NFC")
    .replace(/[\u200b-\u200d\ufeff]/g, "")
    .replace(/[‐-―−]/g, "-")
    .replace(/[：ঃ]/g, ":")
    .trim()
    .replace(/\s{3,}/g, "   ")
    .slice(0, LINE_LENGTH);

/** The parts of a line between wide gaps. @param line of `headOf` */
export const cellsOf = (line: string): string[] => line.split(/\s{3,}/).filter(Boolean);

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
