import { isBangla } from "../../../shared/search/bangla.ts";
import { isFiller } from "../../../shared/search/fillers.ts";
import { START_LENGTHS } from "../../../shared/search/tokens.ts";
import { genitives, withoutGenitive } from "../../../shared/search/word-forms.ts";
import type { WordLookups } from "./vocabulary.ts";

const NUMERALS = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"];
const SHORTEST_HALF = 3;
/** The longest word that is split by sound. It limits the work for an unknown word. */
const LONGEST_SPLIT = 24;
/** A longer word is not split. */
const LONGEST_WORD = 48;
/** The maximum number of ways to split a word, of the words of one way, and of beginnings that are tried. */
const MAX_SPLIT = 8;
const MAX_PIECES = 5;
const MAX_TRIES = 200;

/**
 * The word joined with the previous or next word, if the vocabulary has the joined word: "data base" also
 * matches "database".
 */
export function joinedWith(
  before: string | undefined,
  word: string | undefined,
  after: string | undefined,
  vocabulary: Pick<WordLookups, "has" | "sameFold">,
): string[] {
  return pairsOf(before, word, after).flatMap((joined) => [
    ...(vocabulary.has(joined) ? [joined] : []),
    ...vocabulary.sameFold(joined),
  ]);
}

/** The same for words that only sound like the joined word: "podartho biggan" also matches "পদার্থবিজ্ঞান". */
export const joinedBySound = (
  before: string | undefined,
  word: string | undefined,
  after: string | undefined,
  vocabulary: Pick<WordLookups, "sounding">,
): string[] => pairsOf(before, word, after).flatMap((joined) => vocabulary.sounding(joined));

const pairsOf = (before: string | undefined, word = "", after: string | undefined): string[] => [
  ...(before === undefined ? [] : [before + word]),
  ...(after === undefined ? [] : [word + after]),
];

/**
 * Other forms of a word: singular and plural, Roman and Arabic numerals, and in Bangla letters that are often
 * confused and the genitive.
 */
export function otherForms(word: string, vocabulary: Pick<WordLookups, "has" | "sameFold">): string[] {
  const roman = NUMERALS.indexOf(word);
  if (roman >= 0) return [String(roman + 1)];
  if (/^[1-8]$/.test(word)) return [NUMERALS[Number(word) - 1] as string];
  if (isBangla(word)) {
    const stem = withoutGenitive(word);
    const others = [...(stem === undefined ? [] : [stem]), ...genitives(word)];
    return [
      ...vocabulary.sameFold(word),
      ...others.filter((other) => vocabulary.has(other)),
      ...(stem === undefined ? [] : vocabulary.sameFold(stem)),
    ];
  }
  const others = [`${word}s`, `${word}es`, word.replace(/e?s$/, ""), word.replace(/s$/, "")];
  if (word.endsWith("y")) others.push(`${word.slice(0, -1)}ies`);
  if (word.endsWith("ies")) others.push(`${word.slice(0, -3)}y`);
  return word.length > 3 ? others.filter((other) => other !== word && vocabulary.has(other)) : [];
}

/**
 * Completions of a word. The index has tokens for short prefixes; longer prefixes are completed from the
 * vocabulary.
 */
export function begun(
  word: string,
  vocabulary: Pick<WordLookups, "starting">,
): { words: string[]; letters: string | undefined } {
  const { length } = [...word];
  const [shortest, longest] = START_LENGTHS;
  if (length < shortest) return { words: [], letters: undefined };
  return length <= longest
    ? { words: [], letters: word }
    : { words: vocabulary.starting(word), letters: undefined };
}

/**
 * The titles that a short name stands for: the phrase without fillers, and then a phrase with one word less, because
 * "Data Structures" is also "dsa".
 */
export function shorterPhrases(phrase: readonly string[]): string[][] {
  const named = phrase.filter((word) => !isFiller(word));
  if (named.length < 3) return [];
  return [...named.keys()].map((left) => named.filter((_, at) => at !== left)).toReversed();
}

/** A phrase with the other forms of its words: "operating systems" is also "operating system". */
export function phraseForms(phrase: string[], vocabulary: WordLookups): string[][] {
  const forms: string[][] = [[]];
  for (const word of phrase) {
    const others = otherForms(word, vocabulary).slice(0, 1);
    const before = forms.splice(0);
    for (const start of before) {
      for (const form of [word, ...others]) if (forms.length < 8) forms.push([...start, form]);
    }
  }
  return forms;
}

/**
 * Splits a word into known words: "datastructure" is "data structure". Fillers such as "of" may be between them, and the
 * ways with the fewest words come first.
 * @param isLast whether the last word may be incomplete
 */
export function splitWord(word: string, vocabulary: WordLookups, isLast: boolean): string[][] {
  if (word.length > LONGEST_WORD || word.length < 2 * SHORTEST_HALF || vocabulary.has(word)) return [];
  const endings = (end: string, isWhole: boolean): string[] => {
    const known = [end, ...otherForms(end, vocabulary)].filter((one) => vocabulary.has(one));
    const isBegun = known.length === 0 && isLast && !isWhole && end.length > SHORTEST_HALF;
    return isBegun ? vocabulary.starting(end).slice(0, 4) : known;
  };
  let tries = 0;
  const waysOf = (rest: string, words: number): string[][] => {
    // "environmentalengineeringii" ends with a numeral.
    if (rest !== word && NUMERALS.indexOf(rest) > 0) return [[rest]];
    const found: string[][] =
      rest.length < SHORTEST_HALF ? [] : endings(rest, rest === word).map((end) => [end]);
    if (words === 1) return found;
    for (let at = 2; at <= rest.length - 2 && found.length < MAX_SPLIT; at++) {
      const [left, right] = [rest.slice(0, at), rest.slice(at)];
      // A word never begins with a vowel sign.
      const isKnown = !/^\p{M}/u.test(right) && (at < SHORTEST_HALF ? false : vocabulary.has(left));
      const isBetween = rest !== word && isFiller(left);
      if ((!isKnown && !isBetween) || (tries += 1) > MAX_TRIES) continue;
      for (const others of waysOf(right, words - 1))
        found.push(isBetween && !isKnown ? others : [left, ...others]);
    }
    return found;
  };
  return waysOf(word, MAX_PIECES)
    .sort((one, other) => one.length - other.length)
    .slice(0, MAX_SPLIT);
}

/** Splits a word into two words that sound like known words: "krishibiggan" is "কৃষি বিজ্ঞান". */
export function splitBySound(word: string, vocabulary: WordLookups): string[][] {
  if (word.length > LONGEST_SPLIT || vocabulary.has(word)) return [];
  const same = (half: string): string[] => [
    ...(vocabulary.has(half) ? [half] : []),
    ...vocabulary.sameFold(half),
    ...vocabulary.sounding(half),
  ];
  const found: string[][] = [];
  for (const [left, right] of halvesOf(word)) {
    if (found.length >= MAX_SPLIT) break;
    const lefts = same(left);
    if (lefts.length === 0) continue;
    for (const end of same(right)) for (const begin of lefts) found.push([begin, end]);
  }
  return found.slice(0, MAX_SPLIT);
}

function halvesOf(word: string): [string, string][] {
  const halves: [string, string][] = [];
  for (let at = SHORTEST_HALF; at <= word.length - SHORTEST_HALF; at++) {
    // A half never begins with a vowel sign.
    if (!/^\p{M}/u.test(word.slice(at))) halves.push([word.slice(0, at), word.slice(at)]);
  }
  return halves;
}
