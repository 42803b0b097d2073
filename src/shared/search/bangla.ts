/** Builds a map from alternating letters and replacements, separated by spaces. */
function table(turns: string): Record<string, string> {
  const parts = turns.normalize("NFKC").split(" ");
  return Object.fromEntries(
    parts.flatMap((letter, at) => (at % 2 === 0 ? [[letter, parts[at + 1] ?? ""]] : [])),
  );
}

/** The Latin letters that people type for each consonant. */
const CONSONANTS = table(
  "ক k খ kh গ g ঘ gh ঙ ng চ ch ছ ch জ j ঝ jh ঞ n ট t ঠ th ড d ঢ dh ণ n ত t থ th দ d ধ dh ন n " +
    "প p ফ f ব b ভ bh ম m য j র r ল l শ sh ষ sh স s হ h",
);
const VOWELS = table("অ o আ a ই i ঈ i উ u ঊ u ঋ ri এ e ঐ oi ও o ঔ ou");
const SIGNS = table("া a ি i ী i ু u ূ u ৃ ri ে e ৈ oi ো o ৌ ou");
const OTHERS: Record<string, string> = { ৎ: "t", "ং": "ng", "ঃ": "", "ঁ": "" };
const VIRAMA = "্";
const NUKTA = "়";
/** The dotted letters, which NFKC doesn't compose. */
const DOTTED: Record<string, string> = { য: "y", ড: "r", ঢ: "rh" };

/**
 * Writes a Bangla word in Latin letters as it sounds: "পদার্থ" becomes "podartho". The inherent vowel is
 * written, except at the end of a word that ends in one consonant. A zo-fola or bo-fola is silent, জ্ঞ is
 * "gg", and ক্ষ is "kkh".
 * @param word a result of `words()`; letters that are not Bangla stay unchanged
 */
export function romanise(word: string): string {
  const letters = [
    ...word
      .replaceAll("জ্ঞ", "গ্গ")
      .replaceAll("ক্ষ", "ক্খ")
      .replace(/(?<!^)্[যব](?!়)/g, ""),
  ];
  let sound = "";
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] as string;
    const dotted = letters[at + 1] === NUKTA ? DOTTED[letter] : undefined;
    const consonant = dotted ?? CONSONANTS[letter];
    if (consonant === undefined) {
      sound += VOWELS[letter] ?? SIGNS[letter] ?? OTHERS[letter] ?? (isMark(letter) ? "" : letter);
      continue;
    }
    if (dotted !== undefined) at += 1;
    const next = letters[at + 1];
    const endsInOne = next === undefined && letters[at - 1] !== VIRAMA;
    const isBare = next === VIRAMA || (next !== undefined && next in SIGNS) || endsInOne;
    sound += consonant + (isBare ? "" : "o");
  }
  return sound;
}

const isMark = (letter: string): boolean => letter === VIRAMA || letter === NUKTA;
export const isBangla = (word: string): boolean => /[\u0980-\u09ff]/.test(word);

/** The names of English letters in Bangla, the longest first. */
const LETTER_NAMES = Object.entries(
  table(
    "ডব্লিউ w ডাবলু w ওয়াই y এক্স x এইচ h কিউ q আই i এফ f এল l এম m এন n আর r এস s বি b সি c ডি d জি g জে j কে k পি p টি t ইউ u ভি v " +
      "জেড z এ a ই e ও o",
  ),
);

/** A word with more letters is no abbreviation. It limits the work for a word that can be read in many ways. */
const LONGEST_ABBREVIATION = 24;

/** Words of sentences that are also the names of two letters. */
const PRONOUNS = new Set("এই ওই ঐ".normalize("NFKC").split(" "));

/**
 * The English letters that a Bangla word names: "সিএসই" is "cse". At least two letters.
 * @param word a result of `words()`
 */
export function englishLetters(word: string): string | undefined {
  const letters = word.length <= LONGEST_ABBREVIATION && !PRONOUNS.has(word) ? lettersOf(word) : undefined;
  return letters !== undefined && letters.length > 1 ? letters : undefined;
}

function lettersOf(names: string): string | undefined {
  if (names === "") return "";
  for (const [name, letter] of LETTER_NAMES) {
    const others = names.startsWith(name) ? lettersOf(names.slice(name.length)) : undefined;
    if (others !== undefined) return letter + others;
  }
  return undefined;
}

const CONFUSED: Record<string, string> = {
  ...table("ী ি ূ ু ঈ ই ঊ উ ণ ন শ স ষ স য জ ৎ ত ঙ ং"),
  "ঁ": "",
  "ঃ": "",
  [VIRAMA]: "",
};

/**
 * A Bangla word without differences that people often confuse in writing: long and short vowel signs, the
 * letters for n, s, j and r, and joined letters. This form is used in addition to the word, never instead of
 * the word.
 */
export function foldBangla(word: string): string {
  return [
    ...word
      .replaceAll("য়", "y")
      .replace(/[ডঢ]়/g, "র")
      .replace(/(?<!^)্য/g, ""),
  ]
    .map((letter) => CONFUSED[letter] ?? letter)
    .join("");
}
