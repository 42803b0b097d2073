import { acceptedYears } from "../facets/accepted-years.ts";
import { namedDepartment } from "../courses/department-names.ts";
import type { FacetDeclaration } from "../facets/facet-declaration.ts";
import { type FacetName, type FactToken, facets, searchedFacets } from "../facets/facets.ts";
import { kinds } from "../kinds/index.ts";
import type { QueryWord } from "./query-words.ts";

/** A detail of an item, other than the title, that words of a query name. */
export interface Fact {
  name: FactToken | "kind";
  /** An item matches if it has any of these values. */
  values: string[];
  /** Values that match less well. */
  also?: string[];
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
    spelledAt([...ofFacets, ofKinds], words, at) ??
    sessionAt(words, at, thisYear) ??
    yearAt(one, next, followsExam, thisYear)
  );
}

function spelledAt(all: readonly Spelled[], words: readonly QueryWord[], at: number): Fact | undefined {
  const [one, next] = [words[at] as QueryWord, words[at + 1]];
  for (const { name, values } of all) {
    const ofTwo = next && values.get(`${one.word} ${next.word}`);
    const value = ofTwo ?? values.get(one.word);
    if (value === undefined) continue;
    const length = ofTwo === undefined ? 1 : 2;
    const [number, after] = words.slice(at + length);
    // "Quiz 1" and "CT 2" are one of several exams, and the number is no part of the title.
    const isNumbered = NUMBERED.has(value) && /^\d$/.test(number?.word ?? "") && after?.isJoined !== true;
    return { name, values: [value], length: length + (isNumbered ? 1 : 0) };
  }
  return undefined;
}

/** The exams that a course has several of in one term. */
const NUMBERED = new Set(["class-test", "quiz"]);

/** The two years of a session: 2021-22, 2021/2022, 21-22 and ২০২১-২২ are each 2021 or 2022. */
function sessionAt(words: readonly QueryWord[], at: number, thisYear: number): Fact | undefined {
  const [one, next] = [words[at] as QueryWord, words[at + 1]];
  if (!next?.isJoined || isWithinNumber(words, at) || isWithinNumber(words, at + 2)) return undefined;
  if (!/^(?:\d\d)?\d\d$/.test(one.word) || !/^(?:\d\d)?\d\d$/.test(next.word)) return undefined;
  const [first, last] = acceptedYears(thisYear);
  const year = Number(one.word) + (one.word.length === 2 ? 2000 : 0);
  const isSession = year >= first && year <= last && (year + 1) % 100 === Number(next.word.slice(-2));
  return isSession ? { name: "year", values: [String(year), String(year + 1)], length: 2 } : undefined;
}

/** The facets that only a search recognises. Their names are too many for the code that browsers load. */
const recognised: Partial<Record<FacetName, FacetDeclaration["named"]>> = {
  department: { value: namedDepartment, mostWords: 7 },
};

/** Values that consist of several words: "3rd semester", "sem 3", "level 2 term 1", and 3-1, 3/1 or 3.1. */
function namedAt(words: readonly QueryWord[], at: number): Fact | undefined {
  for (const { name, token } of searchedFacets) {
    const { value, mostWords } = recognised[name] ?? facets[name].named ?? { value: undefined, mostWords: 0 };
    for (let length = Math.min(mostWords, words.length - at); length > 0; length--) {
      if (isWithinNumber(words, at) || isWithinNumber(words, at + length)) continue;
      const own = words.slice(at, at + length);
      if (name === "department" && beginsCode(words[at + length])) continue;
      const text = own
        .map(
          ({ word, letters = word, isJoined }, place) =>
            (isJoined && place > 0 ? "-" : " ") + (name === "department" ? letters : word),
        )
        .join("");
      const key = value?.(text);
      if (key !== undefined) return { name: token, values: [key].flat(), length };
    }
  }
  return undefined;
}

/** Returns whether a word after the letters of a department is the number of a code, such as "221" in "cse 221". */
const beginsCode = (next: QueryWord | undefined): boolean =>
  /^\d{3,4}$/.test(next?.word ?? "") && !/^(?:19[5-9]|20[0-4])\d$/.test(next?.word ?? "");

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

/** The exam that a word names, such as "final". */
export const spelledExam = (word: string): string | undefined =>
  ofFacets.find(({ name }) => name === "exam")?.values.get(word);

/** The spellings that a person may be typing at the end of a query. */
const ALL_SPELLINGS = [...ofFacets, ofKinds].flatMap(({ values }) => [...values.keys()]);

const byLetters = new Map(
  ALL_SPELLINGS.map((spelling) => [spelling.replaceAll(" ", ""), spelling.split(" ")]),
);

/** The words of a fact that is typed without spaces, such as "lab" and "final"; undefined for other letters. */
export const spelledOf = (letters: string): readonly string[] | undefined =>
  byLetters.get(letters) ?? (facets.semester.named?.value(`1 ${letters}`) ? [letters] : undefined);

/** Whether the letters are the beginning of a word for a fact, such as "fi" of "final", or of a year. */
export const beginsFact = (letters: string): boolean =>
  /^(?:19|20?)\d?$/.test(letters) ||
  (letters.length > 0 && ALL_SPELLINGS.some((spelling) => spelling.startsWith(letters)));
