import { isBangla } from "./bangla.ts";

const GENITIVES = ["য়ের", "ের", "র"].map((ending) => ending.normalize("NFKC"));
const VOWEL_SIGN = /[\u09be-\u09cc]$/;
const SHORTEST = 2;

/**
 * A Bangla word without its genitive ending: "সাহিত্যের" is "সাহিত্য", "বাংলার" is "বাংলা".
 * @returns undefined if the word has no such ending
 */
export function withoutGenitive(word: string): string | undefined {
  for (const ending of GENITIVES) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    // A bare "র" is an ending only after a vowel sign; in other words it belongs to the word.
    if (stem.length >= SHORTEST && (ending !== "র" || VOWEL_SIGN.test(stem))) return stem;
  }
  return undefined;
}

/** The word with the genitive endings that it can have. */
export const genitives = (word: string): string[] => GENITIVES.map((ending) => word + ending);

/**
 * The word without an ending: the singular of an English word, and Bangla and Banglish words without the
 * genitive.
 */
export function stemOf(word: string): string | undefined {
  if (isBangla(word)) return withoutGenitive(word);
  const stem = word.endsWith("ies") ? word.replace(/ies$/, "y") : word.replace(/(?:er|[sr])$/, "");
  return stem !== word && stem.length > SHORTEST + 1 ? stem : undefined;
}
