import { asciiDigits, normalizeCode } from "../../../shared/text/words.ts";
import type { PrintedWords } from "../rendering/three-cuttings.ts";
import type { ItemWords } from "../storage/page-drawing.ts";
import type { WordsOnLine } from "../rendering/words-on-line.ts";
import { EXAMS } from "./details-of-exam.ts";
import { fold, folded, headOf, type TextPage } from "./details-text.ts";
import { placeOfLine } from "./line-boxes.ts";

/** A line of a head. */
interface HeadLine {
  words: string[];
  box: WordsOnLine["box"];
}

/** Neighbouring words of a line, by their places in it. */
interface Range {
  line: HeadLine;
  first: number;
  last: number;
}

/** Longer lines are sentences. */
const MAX_WORDS = 30;

/**
 * Finds the code, the exam and the year of an item in the head of its paper.
 * @param pages the first pages of the paper, in order
 * @returns the words on the first page that has all of them
 */
export function findPrintedWords(pages: readonly TextPage[], item: ItemWords): PrintedWords | undefined {
  for (const { page, text, lineBoxes } of pages) {
    const { printed, numbers } = headOf(text);
    const lines = printed.flatMap((line, index): HeadLine[] => {
      const box = placeOfLine(lineBoxes, (numbers[index] as number) + 1);
      const words = line.split(" ");
      return box && words.length <= MAX_WORDS ? [{ words, box }] : [];
    });
    const code = codeOn(lines, item.code);
    const exam = examOn(lines, item.examType);
    const year = code && exam && yearOn(lines, item.year, { code, exam });
    if (code && exam && year) return { page, words: [code, exam, year].map(onLine) };
  }
  return undefined;
}

const onLine = ({ line, first, last }: Range): WordsOnLine => ({ ...line, first, last });

/** The words that a match touches. @param words as the pattern reads them */
function rangeOf(line: HeadLine, words: string[], pattern: RegExp): Range | undefined {
  const match = pattern.exec(words.join(" "));
  if (!match) return undefined;
  const [start, end] = [match.index, match.index + match[0].length];
  let at = 0;
  const touched = words.flatMap((word, index) => {
    const from = at;
    at += word.length + 1;
    return from < end && from + word.length > start ? [index] : [];
  });
  const [first, last] = [touched[0], touched.at(-1)];
  return first === undefined || last === undefined ? undefined : { line, first, last };
}

/** A paper prints "CSE 2103" also as "CSE-2103", "CSE2103" and "CSE: 2103". */
function codeOn(lines: HeadLine[], code: string): Range | undefined {
  const signs = [...normalizeCode(code)];
  if (signs.length === 0) return undefined;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${signs.join("[\\s._/:-]{0,3}")}(?![\\p{L}\\p{M}\\p{N}])`,
    "iu",
  );
  return firstOf(lines, (line) => rangeOf(line, line.words.map(ascii), pattern));
}

const EXAMINATION = folded("^[^\\p{L}]*(?:exam|test|পরীক্ষা)");

/** The name of the exam, best with the word "examination" behind it. */
function examOn(lines: HeadLine[], examType: string): Range | undefined {
  const ranges = lines.flatMap((line) => {
    const words = line.words.map(fold);
    const [type, pattern] = EXAMS.find(([, one]) => one.test(words.join(" "))) ?? [];
    const range = pattern && type === examType ? rangeOf(line, words, pattern) : undefined;
    if (!range) return [];
    const isNamed = EXAMINATION.test(words[range.last + 1] ?? "");
    return [{ ...range, last: range.last + (isNamed ? 1 : 0), isNamed }];
  });
  return ranges.find(({ isNamed }) => isNamed) ?? ranges[0];
}

/** A word with a year may also name the season or month. */
const DATED =
  /^\P{L}*(?:spring|summer|autumn|fall|winter|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6})?\P{L}*$/iu;
/** Behind or before a year: the other year of a session. */
const SESSION = /^[-/–—]|[-/–—]$/;

/** The year, best on the line of the exam's name. A session, such as 2024-25, is no year. */
function yearOn(
  lines: HeadLine[],
  year: string,
  { code, exam }: { code: Range; exam: Range },
): Range | undefined {
  const yearIn = (line: HeadLine): Range | undefined => {
    const words = line.words.map(ascii);
    const at = words.findIndex((word, index) => {
      const isInCode = line === code.line && index >= code.first && index <= code.last;
      const isYear = word.match(/\d+/g)?.join(" ") === year && DATED.test(word);
      const isSession =
        SESSION.test(word) || [index - 1, index + 1].some((near) => SESSION.test(words[near] ?? ""));
      return isYear && !isInCode && !isSession;
    });
    return at < 0 ? undefined : { line, first: at, last: at };
  };
  return yearIn(exam.line) ?? firstOf(lines, yearIn);
}

function firstOf(lines: HeadLine[], find: (line: HeadLine) => Range | undefined): Range | undefined {
  for (const line of lines) {
    const found = find(line);
    if (found) return found;
  }
  return undefined;
}

const ascii = (text: string): string => asciiDigits(text).normalize("NFC");
