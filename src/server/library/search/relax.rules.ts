import { facets } from "../../../shared/facets/facets.ts";
import { isEveryday } from "../../../shared/search/fillers.ts";
import { isOnTitles, isWord, type QueryPart } from "../../../shared/search/parse-query.ts";
import { beginsFact } from "../../../shared/search/query-facts.ts";
import { hasPart, type MatchKind, scoreOf, type Wanted, weightOf } from "../../../shared/search/score.ts";
import { isShort, wordAt } from "./query-plan.ts";
import type { FoundEntry } from "./search-engine.repo.ts";
import type { WordLookups } from "./vocabulary.ts";
import { joinedBySound, joinedWith, otherForms, splitBySound, splitWord } from "./word-ways.ts";

/** The facts in the order in which a search leaves them out. A fact with another name is last. */
const ORDER = ["kind", "department", "set", "term", "semester", "exam", "year"];
/** Scores that differ by less are equal: the words match both titles in the same way. */
const SAME = 0.5;

/** A part of the query with its data for the score. */
export interface PlannedPart {
  part: QueryPart;
  wanted: Wanted;
}

/** The parts that name a course. */
const wordsOf = (planned: readonly PlannedPart[]): Wanted[] =>
  planned.filter(({ part }) => !part.fact || isOnTitles(part)).map(({ wanted }) => wanted);

/** How well the words match the title, without the facts and the kind. */
const wordScore = (item: FoundEntry, words: readonly Wanted[]): number =>
  words.length === 0 ? 0 : scoreOf(item, words).score - weightOf(item);

/** The best word score of the entries; 0 without entries. */
export const bestWords = (entries: readonly FoundEntry[], planned: readonly PlannedPart[]): number => {
  const words = wordsOf(planned);
  return entries.reduce((best, item) => Math.max(best, wordScore(item, words)), 0);
};

/** Returns whether an entry has the typed code, or a title of the typed words only. A short name is no typed title. */
export function hasWhole(entries: readonly FoundEntry[], planned: readonly PlannedPart[]): boolean {
  const words = wordsOf(planned);
  return (
    words.length > 0 &&
    entries.some((item) => {
      const { isWhole, by } = scoreOf(item, words);
      return isWhole && by.every((one) => one === undefined || TYPED.has(one.how));
    })
  );
}

/** The matches of words that a person wrote in full. */
const TYPED = new Set<MatchKind>(["exact", "form", "spelling", "sound"]);

/** Returns whether the title or code of an entry has all words, exactly or in a corrected form. */
export function hasAllWords(entries: readonly FoundEntry[], planned: readonly PlannedPart[]): boolean {
  const words = wordsOf(planned);
  return entries.some((item) => words.every((word) => hasPart(item, word)));
}

/**
 * The facts to leave out, so that the best course of these entries still has a match: as few as possible, the
 * kind first and the year last.
 */
export function factsToDrop(entries: readonly FoundEntry[], planned: readonly PlannedPart[]): QueryPart[] {
  const words = wordsOf(planned);
  const facts = planned.filter(({ part }) => part.fact);
  const scored = entries.map((item) => ({ item, score: wordScore(item, words) }));
  const top = Math.max(...scored.map(({ score }) => score));
  const weightOfFact = ({ part }: PlannedPart) => {
    const place = ORDER.indexOf(part.fact?.name ?? "");
    return 1_000 + 2 ** (place < 0 ? ORDER.length : place);
  };
  let kept = new Set<PlannedPart>();
  let best = -1;
  for (const { item, score } of scored) {
    if (score < top - SAME) continue;
    const own = facts.filter(({ wanted }) => hasPart(item, wanted));
    const weight = own.reduce((sum, fact) => sum + weightOfFact(fact), 0);
    if (weight > best) [best, kept] = [weight, new Set(own)];
  }
  return facts.filter((fact) => !kept.has(fact)).map(({ part }) => part);
}

/** The entries that have these facts. */
export const withFacts = (entries: readonly FoundEntry[], facts: readonly PlannedPart[]): FoundEntry[] =>
  entries.filter((item) => facts.every(({ wanted }) => hasPart(item, wanted)));

/** The maximum number of facts that a search tries to leave out of a query that has only facts. */
const MAX_FACT_WAYS = 4;

/** The ways to leave out facts of a query that has only facts, the fewest and least important ones first. */
export function factWays(parts: readonly QueryPart[]): QueryPart[][] {
  const place = ({ fact }: QueryPart) => {
    const at = ORDER.indexOf(fact?.name ?? "");
    return fact?.name === facets.department.searchToken || at < 0 ? ORDER.length : at;
  };
  const sorted = parts
    .toSorted((one, other) => place(one) - place(other))
    .slice(0, -1)
    .slice(0, MAX_FACT_WAYS);
  return [...sorted.map((part) => [part]), ...sorted.slice(1).map((_, at) => sorted.slice(0, at + 2))];
}

/** The maximum number of single words that a search tries to leave out because they match only with corrections. */
const MAX_DOUBTED = 3;
/** The maximum number of ways to leave out one or two more words. It limits the queries of a search. */
const MAX_WAYS = 9;
/** The same for a query with many words, which costs more. */
const MAX_WAYS_OF_MANY = 4;
const MANY = 8;

/** How well the archive knows a word by itself. */
export interface Standing {
  part: QueryPart;
  /**
   * `page`: only pages have it. `near`: it matches only with corrections. `none`: it finds nothing, even with
   * corrections.
   */
  isKnown: "exact" | "page" | "near" | "none";
  /** For `near`: the share of the letters that the nearest word changes. */
  doubt: number;
}

/** The words of a query that the vocabulary doesn't have but that other tokens of the index have. */
export interface OtherWords {
  /** The initials of a title. */
  initials: ReadonlySet<string>;
  /** The short names. */
  phrases: ReadonlyMap<string, unknown>;
  /** The words of pages, with their forms. */
  pages: ReadonlyMap<string, readonly string[]>;
}

/** Returns whether titles, codes or other fields have the word at this place, exactly or in another form. */
export function isExactAt(parts: readonly QueryPart[], at: number, vocabulary: WordLookups): boolean {
  const word = wordAt(parts, at);
  if (word === undefined) return true;
  const { letters } = parts[at]?.words[0] ?? {};
  return (
    vocabulary.has(word) ||
    (letters !== undefined && vocabulary.has(letters)) ||
    otherForms(word, vocabulary).length > 0 ||
    joinedWith(wordAt(parts, at - 1), word, wordAt(parts, at + 1), vocabulary).length > 0 ||
    splitWord(word, vocabulary, false).length > 0
  );
}

/** Returns how well the archive knows each word of a query. It reads no item. */
export function standingsOf(
  parts: readonly QueryPart[],
  vocabulary: WordLookups,
  { initials, phrases, pages }: OtherWords,
): Standing[] {
  return parts.map((part, at): Standing => {
    const word = wordAt(parts, at);
    const { letters = "" } = part.words[0] ?? {};
    const isShortName = [word, letters].some((name) => name && (initials.has(name) || phrases.has(name)));
    if (word === undefined || isShortName || isExactAt(parts, at, vocabulary))
      return { part, isKnown: "exact", doubt: 0 };
    if (pages.has(word)) return { part, isKnown: "page", doubt: 0 };
    const [before, after] = [wordAt(parts, at - 1), wordAt(parts, at + 1)];
    const isSound =
      isShort(parts) &&
      (splitBySound(word, vocabulary).length > 0 ||
        joinedBySound(before, word, after, vocabulary).length > 0);
    if (isSound) return { part, isKnown: "near", doubt: 0 };
    const [nearest] = vocabulary.near(word);
    const isStart = at === parts.length - 1 && vocabulary.starting(word).length > 0;
    if (nearest || isStart) {
      const doubt = isStart ? 0.2 : (nearest?.distance ?? 1) / word.length;
      return { part, isKnown: "near", doubt };
    }
    const isBegun = vocabulary.starting(word).length > 0 || vocabulary.abbreviated(word).length > 0;
    return { part, isKnown: isBegun ? "near" : "none", doubt: 1 };
  });
}

/**
 * The ways to leave out words, the first ones first. Each way is a list of parts, never all words of the query.
 * The search leaves out `needless` first: all words that find nothing and all everyday words, such as "last", together.
 */
export function waysToDrop(standings: readonly Standing[]): {
  needless: QueryPart[];
  more: QueryPart[][];
} {
  const found = standings.filter(({ part }) => isWord(part));
  const hasAnchor = standings.some(({ part }) => part.code || part.fact?.name === "department");
  const last = found.at(-1)?.part;
  // Words that find nothing, everyday words, and a fact that is not typed to its end.
  const isNeedless = ({ part, isKnown }: Standing) =>
    isKnown === "none" ||
    isEveryday(part.words[0]?.word ?? "") ||
    (isKnown !== "page" && part === last && beginsFact(part.words[0]?.word ?? ""));
  const unknown = found.filter(({ isKnown }) => isKnown === "none").map(({ part }) => part);
  const needless = found.filter(isNeedless).map(({ part }) => part);
  const rest = found.filter((one) => !needless.includes(one.part));
  const doubted = rest
    .filter(({ isKnown }) => isKnown === "near")
    .sort((one, other) => other.doubt - one.doubt)
    .map(({ part }) => part);
  // A lone letter or digit tells the least.
  const single = rest.filter(({ part }) => (part.words[0]?.word ?? "").length === 1).map(({ part }) => part);
  const ends = rest.map(({ part }) => part);
  const tail = (count: number) => ends.slice(-count);
  const more: QueryPart[][] = [
    ...(single.length > 0 ? [single] : []),
    ...(hasAnchor ? [ends] : []),
    ...doubted.slice(0, MAX_DOUBTED).map((part) => [part]),
    ...(doubted.length > 1 ? [doubted] : []),
    tail(1),
    ends.slice(0, 1),
    tail(2),
    ends.slice(0, 2),
    ends.slice(0, 3),
    tail(3),
    [...ends.slice(0, 1), ...tail(1)],
    ...ends.slice(1, -1).map((part) => [part]),
  ];
  const ways = [
    ...(unknown.length > 0 && unknown.length < needless.length ? [unknown] : []),
    ...more
      .slice(0, found.length > MANY ? MAX_WAYS_OF_MANY : MAX_WAYS)
      .map((parts) => [...needless, ...parts]),
  ];
  const keyOf = (way: readonly QueryPart[]) =>
    way
      .map((part) => part.words[0]?.start)
      .toSorted()
      .join();
  const seen = new Set([keyOf(needless)]);
  const isAll = (way: readonly QueryPart[]) => new Set(way).size === found.length && !hasAnchor;
  const others = ways.filter((way) => {
    const key = keyOf(way);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew && !isAll(way);
  });
  return { needless: isAll(needless) ? [] : needless, more: others };
}
