const BANGLA_ZERO = "০".charCodeAt(0);

/** Bangla digits as ASCII digits: "২০১৯" becomes "2019". */
export function asciiDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO));
}

/**
 * A text in which different ways of writing the same letters are one: lower-case, ASCII digits, composed letters.
 * Marks are dropped on Latin letters only: a Bangla vowel sign is a mark, and dropping it changes the word.
 */
export function foldText(text: string): string {
  return asciiDigits(text)
    .replace(OLD_KHANDA_TA, "ৎ")
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFKC")
    .replace(/[\u200c\u200d]/g, "")
    .replace(/[ৰৱ]|অা|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (letter) => SAME_LETTER[letter] ?? "")
    .toLowerCase();
}

/**
 * The one tokeniser, used before indexing and before querying on both engines so that they agree.
 * @param text any text
 * @returns lower-case words of letters, marks and digits, in order
 */
export const words = (text: string): string[] => foldText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** How many letters of a word the search compares: real words are shorter, and PostgreSQL stores no endless ones. */
const LONGEST_WORD = 40;

/** The words of a text as the search stores and asks for them, long ones cut. */
export const searchWords = (text: string): string[] => words(text).map(cutWord);

/** @param word of `words()` */
export const cutWord = (word: string): string =>
  word.length > LONGEST_WORD ? [...word].slice(0, LONGEST_WORD).join("") : word;

/** Before Unicode 4.1 khanda ta had no letter of its own; old keyboards still write it so. */
const OLD_KHANDA_TA = /\u09a4\u09cd\u200d(?![\u0995-\u09b9])/g;
/** Assamese letters that Bangla keyboards yield, and the letter aa in two pieces; marks of direction go. */
const SAME_LETTER: Record<string, string> = { ৰ: "র", ৱ: "ব", অা: "আ" };

/**
 * A course code as it is compared: letters and digits only, upper-case.
 * "cse-2103", "CSE 2103" and "CSE২১০৩" are all "CSE2103".
 */
export function normalizeCode(code: string): string {
  return words(code).join("").toUpperCase();
}
