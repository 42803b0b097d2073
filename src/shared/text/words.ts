const BANGLA_ZERO = "০".charCodeAt(0);

/** Replaces Bangla digits with ASCII digits: "২০১৯" becomes "2019". */
export function asciiDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO));
}

/**
 * Folds a text, so that different spellings of the same letters become equal: lower case, ASCII digits,
 * composed letters. It removes marks only from Latin letters, because a Bangla vowel sign is a mark that
 * changes the word.
 */
export function foldText(text: string): string {
  return asciiDigits(text)
    .replace(OLD_KHANDA_TA, "ৎ")
    .replace(/[\u200c\u200d]/g, "")
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFKC")
    .replace(/[ৰৱ]|অা|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (letter) => SAME_LETTER[letter] ?? "")
    .toLowerCase()
    .normalize("NFKC");
}

/** The names of programming languages whose signs tell them apart from a letter: C++ and C#. */
const SIGNED = /(?<![\p{L}\p{M}\p{N}])([a-z])(\+\+|#)(?![\p{L}\p{M}\p{N}+#])/gu;

/**
 * The only tokeniser. Indexing and queries use it with both databases, so that both always agree.
 * @param text any text
 * @returns lower-case words of letters, marks and digits, in order; "C++" is "cplusplus" and "C#" is "csharp"
 */
export const words = (text: string): string[] =>
  foldText(text)
    .replace(SIGNED, (_, letter: string, sign: string) => letter + (sign === "#" ? "sharp" : "plusplus"))
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/**
 * How many letters of a word the search compares. Real words are shorter, and PostgreSQL can't store very
 * long words.
 */
const LONGEST_WORD = 40;

/** The words of a text as the search index stores them. Long words are cut. */
export const searchWords = (text: string): string[] => words(text).map(cutWord);

/** @param word a result of `words()` */
export const cutWord = (word: string): string =>
  word.length > LONGEST_WORD ? [...word].slice(0, LONGEST_WORD).join("") : word;

/**
 * Before Unicode 4.1, khanda ta was not a separate letter. Old keyboards still type these characters for it.
 */
const OLD_KHANDA_TA = /\u09a4\u09cd\u200d(?![\u0995-\u09b9])/g;
/**
 * Assamese letters that Bangla keyboards produce, and the letter aa typed as two characters. Direction marks
 * are removed.
 */
const SAME_LETTER: Record<string, string> = { ৰ: "র", ৱ: "ব", অা: "আ" };

/**
 * The normal form of a course code, for comparisons: only letters and digits, in upper case. "cse-2103", "CSE
 * 2103" and "CSE২১০৩" are all "CSE2103".
 */
export function normalizeCode(code: string): string {
  return words(code).join("").toUpperCase();
}

/**
 * The words of a course code: the whole code, and its parts of letters and digits, so that "2103" finds
 * "CSE2103".
 */
export function wordsOfCode(code: string): string[] {
  const compact = normalizeCode(code).toLowerCase();
  return compact ? [...searchWords(code), compact, ...(compact.match(/\p{N}+|\P{N}+/gu) ?? [])] : [];
}
