import { cutWord, words } from "../words.ts";

/** A word of a search, and where it stands in what was typed. */
export interface QueryWord {
  word: string;
  start: number;
  end: number;
  /** Whether an apostrophe stands before it, as in '19. */
  isShortened: boolean;
  /** Whether a hyphen, slash or dot alone joins it to the word before, as in 3-1, 3/1 and 3.1. */
  isJoined: boolean;
}

/** How much of what somebody typed is looked at: bounds the work that a search can ask for. In UTF-16 code units. */
const LONGEST_QUERY = 300;
const MOST_WORDS = 12;

/** The words of a search, the first twelve of them. */
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

/** What was typed without some of its words. */
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

/** A run of words that may be one course code, in one piece. */
export interface CodeSpan {
  /** Lower-case letters and digits. */
  code: string;
  /** Of the words, from `from` up to but not including `to`. */
  from: number;
  to: number;
}

const LONGEST_CODE = 16;

/** Every run of up to three words that could be a course code, longest first: it has a digit, and is long enough. */
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
