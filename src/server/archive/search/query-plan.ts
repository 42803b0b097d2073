import { kinds } from "../../../shared/kinds/index.ts";
import { isBangla } from "../../../shared/search/bangla.ts";
import type { QueryPart } from "../../../shared/search/parse-query.ts";
import type { QueryWord } from "../../../shared/search/query-words.ts";
import type { MatchKind, Wanted } from "../../../shared/search/score.ts";
import { factToken, initialsToken, START_LENGTHS, startToken } from "../../../shared/search/tokens.ts";
import type { Expression, Group, Term } from "./expression.ts";
import type { WordLookups } from "./vocabulary.ts";

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
const NUMERALS = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"];
const SHORTEST_HALF = 3;
/** The maximum number of completions in a search, and the minimum number for each typed word. */
const MOST_BEGUN = 192;
const FEWEST_BEGUN = 8;

/**
 * Plans the index query.
 * @param parts the result of `parseQuery`
 */
export function planSearch(parts: readonly QueryPart[], options: PlanOptions): Plan {
  const plans = parts.map((part, at) => {
    if (part.code) return planCodes([part.code]);
    if (part.begun) return planCodes(part.begun, part.words);
    if (part.fact) return planFact(part, part.fact, options);
    return planWord(wordAt(parts, at) ?? "", {
      ...options,
      isLast: at === parts.length - 1,
      mostBegun: Math.max(FEWEST_BEGUN, Math.floor(MOST_BEGUN / (options.loose ? parts.length : 1))),
      joined: joinedWith(parts, at, options.vocabulary),
    });
  });
  return { groups: plans.map(({ group }) => group), wanted: plans.map(({ wanted }) => wanted) };
}

interface PartPlan {
  group: Group;
  wanted: Wanted;
}

/**
 * Plans a part that is a code or the beginning of codes.
 * @param typed the typed words, which also match in titles
 */
function planCodes(codes: readonly string[], typed: readonly QueryWord[] = []): PartPlan {
  const own = typed.map(({ word }) => word);
  return {
    group: [...codes.map((code): Term => [factToken("code", code)]), ...(own.length > 0 ? [own] : [])],
    wanted: {
      words: new Map(),
      phrases: own.length > 0 ? [{ words: own, how: "exact" }] : [],
      codes: new Set(codes.map((code) => code.toUpperCase())),
    },
  };
}

function planFact(
  { words }: QueryPart,
  fact: NonNullable<QueryPart["fact"]>,
  { phrases }: PlanOptions,
): PartPlan {
  const own = words.map(({ word }) => word);
  const [first = ""] = own;
  const onTitles = fact.name === "kind" ? fact.values.flatMap((kind) => ON_TITLES.get(kind) ?? []) : [];
  const exact = new Map<string, MatchKind>(own.length === 1 ? [[first, "exact"]] : []);
  for (const other of onTitles) if (!exact.has(other)) exact.set(other, "form");
  const meant = own.length === 1 ? (phrases.get(first) ?? []) : [];
  const isShort = own.length === 1 && isLatin(first);
  return {
    group: [
      ...fact.values.map((value): Term => [factToken(fact.name, value)]),
      own,
      ...onTitles.map((other): Term => [other]),
      ...meant,
      ...(isShort ? [[initialsToken(first)]] : []),
    ],
    wanted: {
      words: exact,
      phrases: [
        ...(own.length > 1 ? [{ words: own, how: "exact" as const }] : []),
        ...meant.map((phrase) => ({ words: phrase, how: "short" as const })),
      ],
      fact,
      ...(isShort ? { initials: first } : {}),
    },
  };
}

interface WordPlanOptions extends PlanOptions {
  isLast: boolean;
  /** The maximum number of completions of this word. */
  mostBegun: number;
  /** The result of `joinedWith`. */
  joined: string[];
}

function planWord(
  word: string,
  { vocabulary, phrases, loose, isLast, mostBegun, joined }: WordPlanOptions,
): PartPlan {
  const ways = new Map<string, MatchKind>([[word, "exact"]]);
  const way = (other: string, how: MatchKind) => {
    if (!ways.has(other)) ways.set(other, how);
  };
  for (const form of [...otherForms(word, vocabulary), ...joined]) way(form, "form");
  const beginning = isLast || loose ? begun(word, vocabulary) : { words: [], letters: undefined };
  for (const other of beginning.words.slice(0, mostBegun)) way(other, "start");
  if (loose) for (const { word: other, how } of vocabulary.near(word)) way(other, how);
  const meant = (phrases.get(word) ?? []).flatMap((phrase) => phraseForms(phrase, vocabulary));
  const halves = splitWord(word, vocabulary, isLast);
  const shortForm = isLatin(word) && word.length >= 2 && word.length <= 8 ? word : undefined;
  return {
    group: [
      ...[...ways.keys()].map((each): Term => [each]),
      ...(beginning.letters ? [[startToken(beginning.letters)]] : []),
      ...(shortForm ? [[initialsToken(shortForm)]] : []),
      ...meant,
      ...halves,
    ],
    wanted: {
      words: ways,
      phrases: [
        ...meant.map((words) => ({ words, how: "short" as const })),
        ...halves.map((words) => ({ words, how: "form" as const })),
      ],
      start: beginning.letters,
      initials: shortForm,
    },
  };
}

const isLatin = (word: string): boolean => /^[a-z]+$/.test(word);
const wordAt = (parts: readonly QueryPart[], at: number): string | undefined => {
  const part = parts[at];
  return part && !part.code && !part.begun && !part.fact ? part.words[0]?.word : undefined;
};

/**
 * The word joined with the previous or next word, if the vocabulary has the joined word: "data base" also
 * matches "database".
 */
function joinedWith(parts: readonly QueryPart[], at: number, vocabulary: Pick<WordLookups, "has">): string[] {
  const word = wordAt(parts, at) ?? "";
  return [
    [wordAt(parts, at - 1), word],
    [word, wordAt(parts, at + 1)],
  ].flatMap(([left, right]) =>
    left !== undefined && right !== undefined && vocabulary.has(left + right) ? [left + right] : [],
  );
}

/**
 * Other forms of a word: singular and plural, Roman and Arabic numerals, and Bangla letters that are often
 * confused.
 */
function otherForms(word: string, vocabulary: PlanOptions["vocabulary"]): string[] {
  const roman = NUMERALS.indexOf(word);
  if (roman >= 0) return [String(roman + 1)];
  if (/^[1-8]$/.test(word)) return [NUMERALS[Number(word) - 1] as string];
  if (isBangla(word)) return vocabulary.sameFold(word);
  const others = [`${word}s`, `${word}es`, word.replace(/e?s$/, ""), word.replace(/s$/, "")];
  if (word.endsWith("y")) others.push(`${word.slice(0, -1)}ies`);
  if (word.endsWith("ies")) others.push(`${word.slice(0, -3)}y`);
  return word.length > 3 ? others.filter((other) => other !== word && vocabulary.has(other)) : [];
}

/**
 * Completions of a word. The index has tokens for short prefixes; longer prefixes are completed from the
 * vocabulary.
 */
function begun(
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

/** A phrase with the other forms of its words: "operating systems" is also "operating system". */
function phraseForms(phrase: string[], vocabulary: PlanOptions["vocabulary"]): string[][] {
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

/** Splits a word into two known words: "datastructure" is "data structure". */
function splitWord(word: string, vocabulary: PlanOptions["vocabulary"], isLast: boolean): string[][] {
  if (vocabulary.has(word)) return [];
  const found: string[][] = [];
  for (let at = SHORTEST_HALF; at <= word.length - SHORTEST_HALF; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    if (!vocabulary.has(left)) continue;
    const rights = [right, ...otherForms(right, vocabulary)].filter((half) => vocabulary.has(half));
    if (rights.length === 0 && isLast && right.length > SHORTEST_HALF)
      rights.push(...vocabulary.starting(right).slice(0, 4));
    for (const half of rights) found.push([left, half]);
  }
  return found.slice(0, 8);
}
