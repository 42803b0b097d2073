/** The words for first to twelfth, in English and Bangla. */
export const ORDINAL_NAMES = (
  "first|প্রথম second|দ্বিতীয় third|তৃতীয় fourth|চতুর্থ fifth|পঞ্চম sixth|ষষ্ঠ seventh|সপ্তম eighth|অষ্টম " +
  "ninth|নবম tenth|দশম eleventh|একাদশ twelfth|দ্বাদশ"
).split(" ");
/** The letters after the digits of an ordinal, as in 2nd and ২য়. */
export const ORDINAL_SUFFIXES = "st|nd|rd|th|ম|য়|র্থ|ষ্ঠ|শ|তম";
const ROMAN = "i ii iii iv v vi vii viii ix x xi xii".split(" ");

const named = new Map(
  ORDINAL_NAMES.flatMap((names, at) =>
    names.split("|").map((name): [string, number] => [name.normalize("NFKC"), at + 1]),
  ),
);
const suffixes = new Set(ORDINAL_SUFFIXES.normalize("NFKC").split("|"));

/**
 * @param word a result of `words()`
 * @returns 2 for "second" and "দ্বিতীয়"; undefined for any other word
 */
export const namedOrdinal = (word: string): number | undefined => named.get(word);

/**
 * @param word a result of `words()`
 * @returns a number from 1 to 12, such as 2 for "ii"; undefined for any other word
 */
export function romanNumeral(word: string): number | undefined {
  const at = ROMAN.indexOf(word);
  return at < 0 ? undefined : at + 1;
}

/** @param letters a result of `words()`, directly after digits */
export const isOrdinalSuffix = (letters: string): boolean => suffixes.has(letters);
