import { isDepartmentWord } from "../../../shared/courses/department-names.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { isFiller } from "../../../shared/search/fillers.ts";
import { isWord, type QueryPart } from "../../../shared/search/parse-query.ts";
import type { QueryWord } from "../../../shared/search/query-words.ts";
import type { MatchKind, Wanted } from "../../../shared/search/score.ts";
import { factToken, initialsToken, startToken } from "../../../shared/search/tokens.ts";
import type { Expression, Group, Term } from "./expression.ts";
import type { WordLookups } from "./vocabulary.ts";
import {
  begun,
  joinedBySound,
  joinedWith,
  otherForms,
  phraseForms,
  shorterPhrases,
  splitBySound,
  splitWord,
} from "./word-ways.ts";

/** The index query for a search, and the data for ranking its matches. */
export interface Plan {
  groups: Expression;
  wanted: Wanted[];
}

export interface PlanOptions {
  vocabulary: WordLookups;
  /** The meanings of each short name, as lists of words. */
  phrases: ReadonlyMap<string, string[][]>;
  /** Whether words may also match corrected, completed or similar-sounding words. */
  loose: boolean;
}

/** Other words for a kind that appear in titles, by kind. */
const ON_TITLES = new Map(kinds.map(({ name, search }) => [name, search.onTitles?.split("|") ?? []]));
/** The maximum number of completions in a search, and the minimum number for each typed word. */
const MAX_BEGUN = 192;
const MIN_BEGUN = 8;

/**
 * Plans the index query.
 * @param parts the result of `parseQuery`
 */
export function planSearch(parts: readonly QueryPart[], options: PlanOptions): Plan {
  const lastWord = parts.findLastIndex(({ fact }) => !fact);
  const plans = parts.map((part, at) => {
    if (part.code) return planCodes([part.code]);
    if (part.begun) return planBegun(part.begun, part.words, options);
    if (part.fact)
      return planFact(part, part.fact, {
        ...options,
        isOnly: parts.length === 1,
        isAlone: parts.every(({ fact }) => fact),
      });
    return planWord(wordAt(parts, at) ?? "", {
      ...options,
      letters: part.words[0]?.letters,
      isLast: at === lastWord,
      mostBegun: Math.max(MIN_BEGUN, Math.floor(MAX_BEGUN / (options.loose ? parts.length : 1))),
      joined: joinedWith(wordAt(parts, at - 1), wordAt(parts, at), wordAt(parts, at + 1), options.vocabulary),
      isShort: isShort(parts),
      joinedBySound:
        options.loose && isShort(parts)
          ? joinedBySound(wordAt(parts, at - 1), wordAt(parts, at), wordAt(parts, at + 1), options.vocabulary)
          : [],
    });
  });
  return { groups: plans.map(({ group }) => group), wanted: plans.map(({ wanted }) => wanted) };
}

interface PartPlan {
  group: Group;
  wanted: Wanted;
}

function planCodes(codes: readonly string[]): PartPlan {
  return {
    group: codes.map((code): Term => [factToken("code", code)]),
    wanted: { words: new Map(), phrases: [], codes: new Set(codes.map((code) => code.toUpperCase())) },
  };
}

/** The maximum number of forms of each word of a begun code, and of their combinations. */
const MAX_FORMS = 6;
const MAX_READINGS = 24;

/**
 * Plans a query that is the beginning of codes. It is also read as a title: "math 2" is "Mathematics II", too.
 */
function planBegun(
  codes: readonly string[],
  typed: readonly QueryWord[],
  { vocabulary }: PlanOptions,
): PartPlan {
  let readings: { words: string[]; how: MatchKind }[] = [{ words: [], how: "exact" }];
  for (const { word } of typed) {
    const forms: [string, MatchKind][] = [
      [word, "exact"],
      ...otherForms(word, vocabulary).map((form): [string, MatchKind] => [form, "form"]),
      ...(/\d/.test(word) || word.length < MAX_FORMS - 2 ? [] : vocabulary.starting(word)).map(
        (form): [string, MatchKind] => [form, "start"],
      ),
    ];
    readings = readings
      .flatMap(({ words, how }) =>
        forms
          .slice(0, MAX_FORMS)
          .map(([form, kind]) => ({ words: [...words, form], how: kind === "exact" ? how : kind })),
      )
      .slice(0, MAX_READINGS);
  }
  const { group, wanted } = planCodes(codes);
  return {
    group: [...group, ...readings.map(({ words }) => words)],
    wanted: { ...wanted, phrases: readings, isBegun: true },
  };
}

function planFact(
  { words }: QueryPart,
  fact: NonNullable<QueryPart["fact"]>,
  { phrases, vocabulary, isOnly, isAlone }: PlanOptions & { isOnly: boolean; isAlone: boolean },
): PartPlan {
  const own = words.map(({ word }) => word);
  const [first = ""] = own;
  const onTitles = fact.name === "kind" ? fact.values.flatMap((kind) => ON_TITLES.get(kind) ?? []) : [];
  const values = [...fact.values, ...(fact.also ?? [])].map((value) => factToken(fact.name, value));
  // A lab exam of "Physics" is found with "physics lab", too.
  if (fact.name === "kind" && fact.values.includes("lab")) values.push(factToken("exam", "lab"));
  const exact = new Map<string, MatchKind>(own.length === 1 ? [[first, "exact"]] : []);
  for (const other of onTitles) if (!exact.has(other)) exact.set(other, "form");
  const isDepartment = fact.name === "department";
  // The short name of a department stands for a title only if this is the name of the department, too: "phy" is Physics.
  const meant = (own.length === 1 ? meaningsOf(first, phrases, vocabulary) : []).filter(
    ({ words: phrase }) => !isDepartment || fact.values.includes(phrase.join(" ")),
  );
  // The full name can be a title: "কম্পিউটার আর্কিটেকচার" is "Computer Architecture".
  if (isDepartment && !own.some(isDepartmentWord))
    for (const value of fact.values.filter((name) => /^[a-z ]{6,}$/.test(name) && name !== own.join(" ")))
      meant.push({ words: value.split(" ").filter((word) => !isFiller(word)), how: "form" });
  // Beside other parts, "ct" is a class test, and not Circuit Theory.
  const isShort = own.length === 1 && !isDepartment && isOnly && isLatin(first);
  // "Fin management" can be "Financial Management".
  const isBegun = isDepartment && own.length === 1 && !isAlone && isLatin(first);
  const beginning = isBegun ? begun(first, vocabulary) : { words: [], letters: undefined };
  for (const other of beginning.words) if (!exact.has(other)) exact.set(other, "start");
  return {
    group: [
      ...values.map((value): Term => [value]),
      own,
      ...onTitles.map((other): Term => [other]),
      ...meant.map(({ words: phrase }) => phrase),
      ...beginning.words.map((other): Term => [other]),
      ...(beginning.letters ? [[startToken(beginning.letters)]] : []),
      ...(isShort ? [[initialsToken(first)]] : []),
    ],
    wanted: {
      words: exact,
      phrases: [...(own.length > 1 ? [{ words: own, how: "exact" as const }] : []), ...meant],
      fact,
      start: beginning.letters,
      ...(isShort ? { initials: first } : {}),
    },
  };
}

/** The titles that a short name stands for: its full name, and titles with one word less. */
function meaningsOf(
  word: string,
  phrases: PlanOptions["phrases"],
  vocabulary: WordLookups,
): { words: string[]; how: MatchKind }[] {
  const full = (phrases.get(word) ?? []).map((phrase) => phrase.filter((one) => !isFiller(one)));
  const formsOf = (how: MatchKind) => (phrase: string[]) =>
    phraseForms(phrase, vocabulary).map((words) => ({ words, how }));
  return [...full.flatMap(formsOf("short")), ...full.flatMap(shorterPhrases).flatMap(formsOf("start"))];
}

interface WordPlanOptions extends PlanOptions {
  /** The English letters that the word names. */
  letters: string | undefined;
  isLast: boolean;
  /** The maximum number of completions of this word. */
  mostBegun: number;
  /** The results of `joinedWith` and `joinedBySound`. */
  joined: string[];
  joinedBySound: string[];
  isShort: boolean;
}

function planWord(
  word: string,
  {
    vocabulary,
    phrases,
    loose,
    letters,
    isLast,
    mostBegun,
    joined,
    joinedBySound: joinedSounds,
    isShort: mayBeSplit,
  }: WordPlanOptions,
): PartPlan {
  const ways = new Map<string, MatchKind>([[word, "exact"]]);
  const way = (other: string, how: MatchKind) => {
    if (!ways.has(other)) ways.set(other, how);
  };
  for (const form of [...otherForms(word, vocabulary), ...joined]) way(form, "form");
  const beginning = isLast || loose ? begun(word, vocabulary) : { words: [], letters: undefined };
  for (const other of beginning.words.slice(0, mostBegun)) way(other, "start");
  for (const other of joinedSounds) way(other, "sound");
  if (loose) {
    for (const { word: other, how } of vocabulary.near(word)) way(other, how);
    if (!vocabulary.has(word)) for (const other of vocabulary.abbreviated(word)) way(other, "start");
  }
  if (letters) way(letters, "form");
  const meant = [word, ...(letters ? [letters] : [])].flatMap((name) =>
    meaningsOf(name, phrases, vocabulary),
  );
  const halves = splitWord(word, vocabulary, isLast);
  const sounds = loose && mayBeSplit && halves.length === 0 ? splitBySound(word, vocabulary) : [];
  const short = letters ?? word;
  const shortForm = isLatin(short) && short.length >= 2 && short.length <= 8 ? short : undefined;
  return {
    group: [
      ...[...ways.keys()].map((each): Term => [each]),
      ...(beginning.letters ? [[startToken(beginning.letters)]] : []),
      ...(shortForm ? [[initialsToken(shortForm)]] : []),
      ...meant.map(({ words }) => words),
      ...halves,
      ...sounds,
    ],
    wanted: {
      words: ways,
      phrases: [
        ...meant,
        ...halves.map((words) => ({ words, how: "form" as const })),
        ...sounds.map((words) => ({ words, how: "sound" as const })),
      ],
      start: beginning.letters,
      initials: shortForm,
    },
  };
}

const isLatin = (word: string): boolean => /^[a-z]+$/.test(word);
/** Only words of short queries are joined and split by sound, because this compares many pieces. */
export const isShort = (parts: readonly QueryPart[]): boolean => parts.length <= MAX_FOR_SOUND;
const MAX_FOR_SOUND = 6;
/** The word of a part that is an ordinary word. */
export const wordAt = (parts: readonly QueryPart[], at: number): string | undefined => {
  const part = parts[at];
  return part && isWord(part) ? part.words[0]?.word : undefined;
};
