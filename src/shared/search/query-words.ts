import { cutWord, words } from "../words.ts";

/** A word of a query, and its position in the typed text. */
export interface QueryWord {
  word: string;
  start: number;
  end: number;
  /** Whether an apostrophe is directly before the word, as in '19. */
  isShortened: boolean;
  /** Whether only a hyphen, slash or dot separates the word from the word before, as in 3-1, 3/1 and 3.1. */
  isJoined: boolean;
}

/** The part of a query that we read, in UTF-16 code units. It limits the work of a search. */
const LONGEST_QUERY = 300;
const MOST_WORDS = 12;

/** The first twelve words of a query. */
export function queryWords(text: string): QueryWord[] {
  const found: QueryWord[] = [];
  const seen = text.slice(0, LONGEST_QUERY);
  for (const { 0: typed, index: start } of seen.matchAll(/[\p{L}\p{M}\p{N}\u200c\u200d]+/gu)) {
    const between = seen.slice(found.at(-1)?.end ?? 0, start);
    for (const word of words(typed)) {
      if (found.length === MOST_WORDS) return found;
      found.push({
        word: cutWord(word),
        start,
        end: start + typed.length,
        isShortened: /['’‘]$/.test(between),
        isJoined: /^[-–/.]$/.test(between) && found.length > 0,
      });
    }
  }
  return found;
}

/** The typed text without these words. */
export function withoutWords(text: string, removed: readonly QueryWord[]): string {
  let left = "";
  let at = 0;
  for (const { start, end } of removed) {
    left += text.slice(at, start);
    at = Math.max(at, end);
  }
  return (left + text.slice(at))
    .replace(/(^|\s)['’‘,.;:/-]+(?=\s|$)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

/** One or more words that can be a course code together. */
export interface CodeSpan {
  /** The code in lower-case letters and digits, without spaces. */
  code: string;
  /** The range of words: `from` is the first one, `to` is after the last one. */
  from: number;
  to: number;
}

const LONGEST_CODE = 16;

/**
 * Every one to three words that can be a course code, the longest first. A code has a digit and a minimum
 * length.
 */
export function codeSpans(found: readonly QueryWord[]): CodeSpan[] {
  const spans: CodeSpan[] = [];
  for (const length of [3, 2, 1]) {
    for (let from = 0; from + length <= found.length; from++) {
      const code = found
        .slice(from, from + length)
        .map(({ word }) => word)
        .join("");
      if (code.length >= 4 && code.length <= LONGEST_CODE && /\d/.test(code))
        spans.push({ code, from, to: from + length });
    }
  }
  return spans;
}
