import { isBangla, romanise } from "./bangla.ts";

/** Spellings of one sound, in this order. English endings first, because loanwords are written as they sound. */
const SOUNDS: [RegExp, string][] = [
  [/tion/g, "son"],
  [/ture\b/g, "chr"],
  [/qu/g, "k"],
  [/x/g, "ks"],
  [/ck/g, "k"],
  [/ph/g, "f"],
  [/[cs]h/g, "s"],
  [/c(?=[eiy])/g, "s"],
  [/[cq]/g, "k"],
  [/([kgjtdbnpr])h/g, "$1"],
  [/gy/g, "g"],
  [/v/g, "b"],
  [/z/g, "j"],
  [/ng(?=[kg])/g, "n"],
  [/(?<=.)h/g, ""],
];

/**
 * What a word sounds like, without its inner vowels: words that are alike in it are said alike, in whichever script.
 * "gonit", "ganit" and "গণিত" are all "gnt". A first vowel stays, as "a" or "i".
 * @param word of `words()`
 */
export function phoneticKey(word: string): string {
  return heard(word)
    .replace(/^[aou]/, "A")
    .replace(/^[ie]/, "I")
    .replace(/[aeiouwy]/g, "")
    .toLowerCase()
    .replace(/(.)\1+/g, "$1");
}

/** The same with its vowels, of which there are two, to tell apart what only shares its consonants. */
export function phoneticForm(word: string): string {
  return heard(word)
    .replace(/[aouw]+/g, "a")
    .replace(/[eiy]+/g, "i")
    .replace(/(.)\1+/g, "$1");
}

function heard(word: string): string {
  const latin = isBangla(word) ? romanise(word) : word;
  return SOUNDS.reduce((sound, [spelling, letter]) => sound.replace(spelling, letter), latin);
}
