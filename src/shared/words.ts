const BANGLA_ZERO = "০".charCodeAt(0);

/** Bangla digits as ASCII digits: "২০১৯" becomes "2019". */
export function asciiDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BANGLA_ZERO));
}

/**
 * The one tokeniser, used before indexing and before querying on both engines so that they agree.
 * Marks are dropped on Latin letters only: a Bangla vowel sign is a mark, and dropping it changes the word.
 * @param text any text
 * @returns lower-case words of letters, marks and digits, in order
 */
export function words(text: string): string[] {
  const folded = asciiDigits(text)
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{M}+/gu, "$1")
    .normalize("NFKC")
    .replace(/[\u200c\u200d]/g, "")
    .toLowerCase();
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/**
 * A course code as it is compared: letters and digits only, upper-case.
 * "cse-2103", "CSE 2103" and "CSE২১০৩" are all "CSE2103".
 */
export function normalizeCode(code: string): string {
  return words(code).join("").toUpperCase();
}
