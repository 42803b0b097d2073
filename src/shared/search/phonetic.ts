import { isBangla, romanise } from "./bangla.ts";

/**
 * Spellings of one sound, in the order of replacement. English endings are first, because loanwords are
 * written as they sound.
 */
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

/** The sound of a word. */
export interface Sound {
  /**
   * The sound without inner vowels. Words with the same key sound alike in both scripts: "gonit", "ganit" and
   * "গণিত" are all "gnt". A vowel at the start stays, as "a" or "i".
   */
  key: string;
  /**
   * The sound with its vowels, reduced to two different vowels. It tells apart words that share only their
   * consonants.
   */
  form: string;
}

/** @param word a result of `words()` */
export function soundOf(word: string): Sound {
  const sound = heard(word);
  const consonants = withoutRepeats(sound)
    .replace(/^[aou]/, "A")
    .replace(/^[ie]/, "I")
    .replace(/[aeiouwy]/g, "")
    .toLowerCase();
  const key = withoutRepeats(consonants);
  return {
    // A single letter has too many words, so "tottho" is "tt".
    key: key.length > 1 ? key : consonants,
    form: withoutRepeats(sound.replace(/[aouw]+/g, "a").replace(/[eiy]+/g, "i")),
  };
}

/**
 * Spellings of English words that sound different. Bangla writes a loanword as it sounds: "ডিজাইন", "লজিক".
 * The rules come before those of all words.
 */
const ENGLISH: [RegExp, string][] = [
  [/^psy/, "sai"],
  [/^kn/, "n"],
  [/^wr/, "r"],
  [/(?<=ar|te|o)ch(?=[aeio]|n|$)/, "k"],
  [/sch/, "sk"],
  [/tures?\b/, "chr"],
  [/[ts]ion/g, "son"],
  [/[ct]ia(?=l|n)/g, "sa"],
  [/sign(?=s?$)/, "jin"],
  [/ght/g, "t"],
  [/dge/g, "j"],
  [/g(?=[eiy])/g, "j"],
  [/thm/, "dm"],
  [/mb$/, "m"],
  [/que$/, "k"],
];

/**
 * The consonants of a word as a loanword, without its first vowel and a plural ending. It finds English words that are
 * typed in Bangla letters.
 * @param word a result of `words()`
 */
export function loanKeyOf(word: string): string {
  const spelled = isBangla(word)
    ? word
    : ENGLISH.reduce((sound, [spelling, letters]) => sound.replace(spelling, letters), word);
  const consonants = withoutRepeats(heard(spelled).replace(/[aeiouwy]/g, ""));
  return consonants.length > 3 ? consonants.replace(/s$/, "") : consonants;
}

function heard(word: string): string {
  const latin = isBangla(word) ? romanise(word) : word;
  return SOUNDS.reduce((sound, [spelling, letter]) => sound.replace(spelling, letter), latin);
}

function withoutRepeats(sound: string): string {
  let once = "";
  for (let at = 0; at < sound.length; at++) if (sound[at] !== sound[at - 1]) once += sound[at];
  return once;
}
