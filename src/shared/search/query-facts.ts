import { acceptedYears } from "../accepted-years.ts";
import { type FactToken, facets, searchedFacets } from "../facets.ts";
import { kinds } from "../kinds/index.ts";
import type { QueryWord } from "./query-words.ts";

/** A detail of an item, other than the title, that words of a query name. */
export interface Fact {
  name: FactToken | "kind";
  /** An item matches if it has any of these values. */
  values: string[];
  /** The number of words that name the fact. */
  length: number;
}

interface Spelled {
  name: Fact["name"];
  /** The values by spelling, with words from `words()`. */
  values: ReadonlyMap<string, string>;
}

const spelled = (name: Fact["name"], spellings: Record<string, string> = {}): Spelled => ({
  name,
  values: new Map(
    Object.entries(spellings).flatMap(([value, words]) =>
      words.split("|").map((spelling): [string, string] => [spelling.normalize("NFKC"), value]),
    ),
  ),
});
const ofFacets = searchedFacets.map(({ name, token }) => spelled(token, facets[name].spellings));
const ofKinds = spelled("kind", Object.fromEntries(kinds.map(({ name, search }) => [name, search.words])));
const besideYear = searchedFacets.flatMap(({ name, token }) => (facets[name].besideYear ? token : []));
const spelledBesideYear = ofFacets.filter(({ name }) => besideYear.some((token) => token === name));

/** Whether two digits after this fact are a year. */
export const precedesYear = (fact: Pick<Fact, "name">): boolean =>
  besideYear.some((token) => token === fact.name);

/**
 * The fact that begins at this word; undefined for an ordinary word.
 * @param followsExam whether an exam, a term or a course code comes before, so that "19" means a year
 * @param thisYear the current year; the latest valid year is next year
 */
export function factAt(
  words: readonly QueryWord[],
  at: number,
  { followsExam, thisYear }: { followsExam: boolean; thisYear: number },
): Fact | undefined {
  const one = words[at] as QueryWord;
  const next = words[at + 1];
  return (
    namedAt(words, at) ??
    spelledAt([...ofFacets, ofKinds], one, next) ??
    yearAt(one, next, followsExam, thisYear)
  );
}

function spelledAt(all: readonly Spelled[], one: QueryWord, next: QueryWord | undefined): Fact | undefined {
  for (const { name, values } of all) {
    const ofTwo = next && values.get(`${one.word} ${next.word}`);
    if (ofTwo) return { name, values: [ofTwo], length: 2 };
    const ofOne = values.get(one.word);
    if (ofOne) return { name, values: [ofOne], length: 1 };
  }
  return undefined;
}

/** Values that consist of several words: "3rd semester", "sem 3", "level 2 term 1", and 3-1, 3/1 or 3.1. */
function namedAt(words: readonly QueryWord[], at: number): Fact | undefined {
  for (const { name, token } of searchedFacets) {
    const { value, mostWords } = facets[name].named ?? { value: undefined, mostWords: 0 };
    for (let length = Math.min(mostWords, words.length - at); length > 0; length--) {
      if (isWithinNumber(words, at) || isWithinNumber(words, at + length)) continue;
      const own = words.slice(at, at + length);
      const text = own
        .map(({ word, isJoined }, place) => (isJoined && place > 0 ? "-" : " ") + word)
        .join("");
      const key = value?.(text);
      if (key !== undefined) return { name: token, values: [key].flat(), length };
    }
  }
  return undefined;
}

/** Whether the words at this place are part of joined numbers, such as a date or version (3/1/2022). */
function isWithinNumber(words: readonly QueryWord[], place: number): boolean {
  const isNumber = (word: QueryWord | undefined) => /^\d+$/.test(word?.word ?? "");
  return words[place]?.isJoined === true && isNumber(words[place - 1]) && isNumber(words[place]);
}

function yearAt(
  one: QueryWord,
  next: QueryWord | undefined,
  followsExam: boolean,
  thisYear: number,
): Fact | undefined {
  const [first, last] = acceptedYears(thisYear);
  if (/^\d{4}$/.test(one.word)) {
    const year = Number(one.word);
    return year >= first && year <= last ? { name: "year", values: [one.word], length: 1 } : undefined;
  }
  if (!/^\d\d$/.test(one.word)) return undefined;
  const isMeant =
    one.isShortened ||
    followsExam ||
    (next !== undefined && spelledBesideYear.some(({ values }) => values.has(next.word)));
  const year = 2000 + Number(one.word);
  return isMeant && year <= last ? { name: "year", values: [String(year)], length: 1 } : undefined;
}

/** The spellings that a person may be typing at the end of a query. */
const ALL_SPELLINGS = [...ofFacets, ofKinds].flatMap(({ values }) => [...values.keys()]);

/** Whether the letters are the beginning of a word for a fact, such as "fi" of "final", or of a year. */
export const beginsFact = (letters: string): boolean =>
  /^(?:19|20?)\d?$/.test(letters) ||
  (letters.length > 0 && ALL_SPELLINGS.some((spelling) => spelling.startsWith(letters)));
