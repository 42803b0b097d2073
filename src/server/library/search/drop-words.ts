import { isEveryday } from "../../../shared/search/fillers.ts";
import type { QueryPart } from "../../../shared/search/parse-query.ts";
import { beginsFact } from "../../../shared/search/query-facts.ts";
import { joinedBySound, joinedWith, otherForms, splitBySound, splitWord } from "./word-ways.ts";
import { isShort, wordAt } from "./query-plan.ts";
import type { WordLookups } from "./vocabulary.ts";

/** The maximum number of single words that a search tries to leave out because they match only with corrections. */
const MOST_DOUBTED = 3;
/** The maximum number of ways to leave out one or two more words. It limits the queries of a search. */
const MOST_WAYS = 9;
/** The same for a query with many words, which costs more. */
const MOST_WAYS_OF_MANY = 4;
const MANY = 8;

/** How well the archive knows a word by itself. */
export interface Standing {
  part: QueryPart;
  /** `none`: it finds nothing, even with corrections. `near`: only with corrections. */
  isKnown: "exact" | "near" | "none";
  /** For `near`: the share of the letters that the nearest word changes. */
  doubt: number;
}

/**
 * Looks up each word of a query. It reads no item, so it doesn't know words of pages and words that are only initials.
 * @param initials the words that are the initials of a title
 * @param phrases the short names
 */
export function standingsOf(
  parts: readonly QueryPart[],
  vocabulary: WordLookups,
  { initials, phrases }: { initials: ReadonlySet<string>; phrases: ReadonlyMap<string, unknown> },
): Standing[] {
  return parts.map((part, at): Standing => {
    const word = wordAt(parts, at);
    if (word === undefined || initials.has(word) || phrases.has(word))
      return { part, isKnown: "exact", doubt: 0 };
    const [before, after] = [wordAt(parts, at - 1), wordAt(parts, at + 1)];
    const isExact =
      vocabulary.has(word) ||
      otherForms(word, vocabulary).length > 0 ||
      joinedWith(before, word, after, vocabulary).length > 0 ||
      splitWord(word, vocabulary, false).length > 0;
    if (isExact) return { part, isKnown: "exact", doubt: 0 };
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
    return { part, isKnown: vocabulary.starting(word).length > 0 ? "near" : "none", doubt: 1 };
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
  const isWord = ({ part }: Standing) => !part.fact && !part.code && !part.begun;
  const found = standings.filter(isWord);
  const hasCode = standings.some(({ part }) => part.code);
  const last = found.at(-1)?.part;
  // Words that find nothing, everyday words, and a fact that is not typed to its end.
  const isNeedless = ({ part, isKnown }: Standing) =>
    isKnown === "none" ||
    isEveryday(part.words[0]?.word ?? "") ||
    (part === last && beginsFact(part.words[0]?.word ?? ""));
  const unknown = found.filter(({ isKnown }) => isKnown === "none").map(({ part }) => part);
  const needless = found.filter(isNeedless).map(({ part }) => part);
  const rest = found.filter((one) => !needless.includes(one.part));
  const doubted = rest
    .filter(({ isKnown }) => isKnown === "near")
    .sort((one, other) => other.doubt - one.doubt)
    .map(({ part }) => part);
  const ends = rest.map(({ part }) => part);
  const tail = (count: number) => ends.slice(-count);
  const more: QueryPart[][] = [
    ...(hasCode ? [ends] : []),
    ...doubted.slice(0, MOST_DOUBTED).map((part) => [part]),
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
      .slice(0, found.length > MANY ? MOST_WAYS_OF_MANY : MOST_WAYS)
      .map((parts) => [...needless, ...parts]),
  ];
  const keyOf = (way: readonly QueryPart[]) =>
    way
      .map((part) => part.words[0]?.start)
      .toSorted()
      .join();
  const seen = new Set([keyOf(needless)]);
  const isAll = (way: readonly QueryPart[]) => new Set(way).size === found.length && !hasCode;
  const others = ways.filter((way) => {
    const key = keyOf(way);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew && !isAll(way);
  });
  return { needless: isAll(needless) ? [] : needless, more: others };
}
