import { fromBijoy } from "./bijoy.ts";

/**
 * Costs of pairs of letters in English, in bits from 0 to 15, one hexadecimal digit each. A row has the first letter,
 * a column the second one. Counted in the documentation of this project and the headings of its sample papers.
 */
const PAIR_COSTS = [
  "d544c74d4f6452f5f443668b5d", // a
  "3bab2bbc67939738a4583abc3b", // b
  "3e5a3ec24c45bc2ae5646cc98e", // c
  "47a4168a3dc7574ab43a59cd5c", // d
  "494456897a954476622485657e", // e
  "4dad45bd2bd79d2db4644bdb9d", // f
  "469c1c543cc4955aa35a6acc8a", // g
  "38eb1eee3eecb73ce6868cee9e", // h
  "8655556fbca35246c532a5d8d8", // i
  "39992999777797157749579799", // j
  "64a71a7a3baa9499b928499b7b", // k
  "39a428ae3ea3ee39a745689e4e", // l
  "25c42cbd3dd86734cd4a6cbd8d", // m
  "5c52383d5e66c638cc3369bc7e", // n
  "6665745d9c755255f3543548bc", // o
  "2bd52a754cc38a45d3546ac76d", // p
  "a9aaa9a98a9299a9a7a90aaaaa", // q
  "4b552a7b3c595639d73555ae5d", // r
  "4c5e29e43d6777456b425a5e7e", // s
  "4d8c3a714dd88d49d5465f6a6f", // t
  "75563b7d6cd45394d233cadbdd", // u
  "49ac0aac3acaaa6aca9caaccac", // v
  "3daa3bd32dd8a43db44abdadbb", // w
  "3a69478a599799a3a891aaa95a", // x
  "96983abb79b57714a634bb6abb", // y
  "46862688166668366888888686", // z
];
/** English, names of Bangladesh and code cost 3 to 5.4 bits a pair, letters that a font mixed up 7.6 to 9. */
const MIXED_UP = 7;
/** Text in Bijoy costs more. */
const FOREIGN = 6;
/** Fewer pairs of letters decide nothing. Formulas have many pairs, but few words of four letters. */
const [MIN_PAIRS, LONG_WORD] = [10, 4];
/** The greatest share of wrong syllables of a text in Bijoy. */
const MAX_FAULTS = 0.06;
const MIN_SYLLABLES = 4;
/** The least share of syllables with a vowel sign: two thirds of those of Bangla have one. */
const MIN_SIGNS = 0.3;
/** The greatest share of letters in mixed-up fonts, and of characters without a letter, of a page that can be read. */
const [MAX_MIXED_UP, MAX_UNKNOWN] = [0.03, 0.15];
/** A page with a greater share of words of one letter has spaces inside its words. */
const MAX_SINGLE = 0.5;
const MIN_WORDS = 20;
const BIJOY_FONT = /sutonny|bijoy|(?:^|\+)[a-z]{4,}MJ(?:$|[-,])/i;
const LETTER_A = "a".charCodeAt(0);

/** A part of the text of a page. */
export interface FontText {
  text: string;
  /** The handle of its font. */
  font: number;
  /** Whether it follows the text before it without a space. */
  after: "" | "space" | "line";
}

/**
 * Judges whether the text layer of a page is what its reader sees, font by font.
 * @param unknown how many characters have no letter
 * @param nameOf the name of a font in the file
 * @returns the fonts whose text is in Bijoy, and whether other text is broken
 */
export function judgeFonts(
  parts: readonly FontText[],
  unknown: number,
  nameOf: (font: number) => string,
): { bijoy: Set<number>; isBroken: boolean } {
  const fonts = new Map<number, string>();
  let before: number | undefined;
  for (const { text, font, after } of parts) {
    fonts.set(font, `${fonts.get(font) ?? ""}${after === "" && font === before ? "" : " "}${text}`);
    before = font;
  }
  const bijoy = new Set<number>();
  let mixedUp = 0;
  for (const [font, text] of fonts) {
    if (isBijoy(text, nameOf(font))) bijoy.add(font);
    else if (isMixedUp(text)) mixedUp += lettersIn(text);
  }
  const all = parts.reduce((sum, { text }) => sum + lettersIn(text), 0);
  const isBroken =
    mixedUp > MAX_MIXED_UP * all ||
    unknown > MAX_UNKNOWN * (all + unknown) ||
    isSpaced([...fonts.values()].join(" "));
  return { bijoy, isBroken };
}

const lettersIn = (text: string): number => text.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0;

function isMixedUp(text: string): boolean {
  const { pairs, cost } = costOf(text, LONG_WORD);
  return pairs >= MIN_PAIRS && cost > MIXED_UP;
}

function isSpaced(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const single = words.filter((word) => /^\p{L}\p{M}*$/u.test(word)).length;
  return words.length >= MIN_WORDS && single > MAX_SINGLE * words.length;
}

/** Whether a text is Bangla in Bijoy. @param font its name, if it is known */
export function isBijoy(text: string, font = ""): boolean {
  if (/\p{Script=Bengali}/u.test(text)) return false;
  const { syllables, signs, faults } = fromBijoy(text);
  const { pairs, cost } = costOf(text, 2);
  const isForeign = cost > FOREIGN;
  const isWellFormed = faults <= MAX_FAULTS * (syllables + faults);
  if (BIJOY_FONT.test(font)) return isForeign || (isWellFormed && pairs < MIN_PAIRS);
  return isForeign && isWellFormed && syllables >= MIN_SYLLABLES && signs >= MIN_SIGNS * syllables;
}

/** The mean cost of the pairs of Latin letters in words that have at least so many letters. */
function costOf(text: string, length: number): { pairs: number; cost: number } {
  let [pairs, cost] = [0, 0];
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    if (word.length < length) continue;
    for (let at = 1; at < word.length; at += 1) {
      const row = PAIR_COSTS[word.charCodeAt(at - 1) - LETTER_A] as string;
      pairs += 1;
      cost += Number.parseInt(row[word.charCodeAt(at) - LETTER_A] as string, 16);
    }
  }
  return { pairs, cost: pairs === 0 ? 0 : cost / pairs };
}
