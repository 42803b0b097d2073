import { cutWord, words } from "../text/words.ts";
import { shortNamesOf } from "../courses/department-names.ts";
import { englishLetters } from "./bangla.ts";

/** A word of a query, and its position in the typed text. */
export interface QueryWord {
  word: string;
  /** The English letters that a Bangla word names: "cse" for "সিএসই". */
  letters?: string;
  start: number;
  end: number;
  /** Whether an apostrophe is directly before the word, as in '19. */
  isShortened: boolean;
  /** Whether only a hyphen, slash or dot separates the word from the word before, as in 3-1, 3/1 and 3.1. */
  isJoined: boolean;
}

/** The part of a query that we read, in UTF-16 code units. It limits the work of a search. */
const LONGEST_QUERY = 300;
const MAX_WORDS = 12;

/** The first twelve words of a query. */
export function queryWords(text: string): QueryWord[] {
  const found: QueryWord[] = [];
  const seen = text.slice(0, LONGEST_QUERY);
  for (const { 0: typed, index: start } of seen.matchAll(/[\p{L}\p{M}\p{N}\u200c\u200d]+(?:\+\+|#)?/gu)) {
    const before = found.at(-1);
    const between = seen.slice(before?.end ?? 0, start);
    // The "s" of "banker's" belongs to the word before.
    if (before && /^['’‘]$/.test(between) && /^s$/i.test(typed)) {
      before.end = start + typed.length;
      continue;
    }
    for (const word of words(typed)) {
      if (found.length === MAX_WORDS) return found;
      const letters = englishLetters(word);
      found.push({
        word: cutWord(withCodeLetters(word)),
        ...(letters === undefined ? {} : { letters }),
        start,
        end: start + typed.length,
        isShortened: /['’‘]$/.test(between),
        isJoined: /^[-–/.]$/.test(between) && found.length > 0,
      });
    }
  }
  return found;
}

/** Writes the beginning of a code in English letters: "সিএসই২২১" is "cse221". */
function withCodeLetters(word: string): string {
  const [, names = "", number = ""] = /^(\D+)(\d+)$/.exec(word) ?? [];
  return number === "" ? word : (englishLetters(names) ?? names) + number;
}

/**
 * Splits a word that a person typed without spaces into a code, a word that names a fact, and a number: "cse221mid2018",
 * "4thsem" and "ct2".
 * @param spelledOf returns the words of a spelling that names a fact and is typed without spaces: "lab", "final" for "labfinal"
 */
export function unglued(
  found: readonly QueryWord[],
  spelledOf: (letters: string) => readonly string[] | undefined,
): QueryWord[] {
  const pieces = found.flatMap((one) => {
    const [, code = "", letters = "", number = ""] =
      /^(\p{L}*\d+(?:st|nd|rd|th)?|)((?!st|nd|rd|th)\p{L}[\p{L}\p{M}]*)(\d{0,4})$/u.exec(one.word) ?? [];
    const spelled = letters.length > 1 ? spelledOf(letters) : undefined;
    const isGlued = spelled !== undefined && (code !== "" || number !== "" || spelled.length > 1);
    // The typed text can have more letters than the word, because the word is folded.
    if (!isGlued || one.word.length !== one.end - one.start) return one;
    let { start } = one;
    return [code, ...spelled, number].flatMap((word): QueryWord[] => {
      const from = start;
      start += word.length;
      const isFirst = from === one.start;
      return word === ""
        ? []
        : [
            {
              ...one,
              word,
              start: from,
              end: start,
              isJoined: isFirst && one.isJoined,
              isShortened: isFirst && one.isShortened,
            },
          ];
    });
  });
  return pieces.slice(0, MAX_WORDS);
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

/** The code with digits in place of letters that look like them: "arch2o8" is "arch208". */
const withDigits = (code: string): string =>
  code.replace(/(?<=\d)[oil]/g, (letter) => (letter === "o" ? "0" : "1"));

/**
 * Every one to three words that can be a course code, the longest first. A code has a digit and a minimum
 * length.
 */
export function codeSpans(found: readonly QueryWord[]): CodeSpan[] {
  const spans: CodeSpan[] = [];
  for (const length of [3, 2, 1]) {
    for (let from = 0; from + length <= found.length; from++) {
      const own = found.slice(from, from + length).map(({ word, letters }) => letters ?? word);
      const typed = own.join("");
      const [letters = ""] = /^[\u0980-\u09ff]+/.exec(typed) ?? [];
      const sounding = letters ? shortNamesOf(letters).map((name) => name + typed.slice(letters.length)) : [];
      for (const code of new Set([typed, withDigits(typed), ...sounding]))
        if (code.length >= 4 && code.length <= LONGEST_CODE && /\d/.test(code))
          spans.push({ code, from, to: from + length });
    }
  }
  return spans;
}
