import { isOnTitles, type QueryPart } from "../../../shared/search/parse-query.ts";
import { isHidden, type MatchOptions, withoutNeedlessStatus } from "./match-options.ts";
import { wordAt } from "./query-plan.ts";
import { onPages, withPages, withSomeOnPages } from "./page-matches.ts";
import { type Match, rankMatches } from "./rank-matches.ts";
import { readQuery, titleAsked } from "./read-query.ts";
import {
  bestWords,
  factsToDrop,
  factWays,
  hasAllWords,
  hasWhole,
  isExactAt,
  type OtherWords,
  standingsOf,
  waysToDrop,
  withFacts,
} from "./relax.rules.ts";
import type { FoundEntry } from "./search-engine.repo.ts";
import { type Found, newest, planOf, plannedOf, type Search } from "./search-state.ts";
import type { SearchReader } from "./search.repo.ts";
import type { WordLookups } from "./vocabulary.ts";

export interface Matches {
  parts: QueryPart[];
  /** Parts of the query that we ignored, because no item matched them. */
  dropped: QueryPart[];
  /** The matches, best first. */
  best: Match[];
  /** Whether there are more matches than the search looked for. */
  isMore: boolean;
  /** Whether some words matched only with corrections or other guesses. */
  isLoose: boolean;
  /** Whether the time limit passed before the search was complete. */
  isCut: boolean;
}

/**
 * Finds the best matches for a query. If no item has all parts, the search leaves out facts, then words (decision
 * 071). The rules limit the steps, and no step begins after the time limit.
 */
export async function findMatches(
  text: string,
  vocabulary: WordLookups,
  reader: SearchReader,
  asked: MatchOptions,
): Promise<Matches> {
  const options = withoutNeedlessStatus(asked);
  const query = await readQuery(text, reader, options);
  const { parts } = query;
  const none: Matches = { parts, dropped: [], best: [], isMore: false, isLoose: false, isCut: false };
  if (parts.length === 0 || isHidden(options)) return none;
  const plans = { strict: new Map(), loose: new Map() };
  const search: Search = { ...query, vocabulary, reader, options, plans, pages: new Map() };
  const found = await relaxed(search);
  if (!found) return { ...none, isCut: reader.isLate() };
  const dropped = parts.filter((part) => !found.kept.includes(part));
  return {
    ...none,
    dropped,
    isLoose: found.isLoose,
    ...(await rankMatches(
      found.entries,
      {
        planned: plannedOf(found.kept, found.isLoose, search),
        title: titleAsked(query, found.kept),
        first: found.first,
      },
      reader,
      options,
    )),
  };
}

/** Tries the whole query first, then leaves out as little as possible. These are all steps in their order. */
async function relaxed(search: Search): Promise<Found | undefined> {
  const { parts, reader, options, vocabulary } = search;
  // 1. All parts as typed, in titles and other fields.
  const typed = await withAll(parts, false, search);
  if (typed)
    return { ...typed, entries: [...typed.entries, ...(await onPages(typed.entries, typed.kept, search))] };
  if (reader.isLate()) return undefined;

  // 2. The text of pages has words that no title has.
  const standings = standingsOf(parts, vocabulary, await otherWords(search));
  const isOnPage = (part: QueryPart) => standings.some((one) => one.part === part && one.isKnown === "page");
  let whole = parts.some(isOnPage) ? await withPages(parts, search) : undefined;
  if (whole) return whole;

  // 3. If the archive knows each word, then a fact is wrong, or words are misspelt.
  if (standings.every(({ isKnown }) => isKnown !== "none")) {
    const fewer =
      (await withFewerFacts(parts, false, search)) ??
      (options.exact || parts.every(({ fact }) => fact)
        ? undefined
        : ((await withAll(parts, true, search)) ?? (await withFewerFacts(parts, true, search))));
    if (fewer) return fewer;
  }
  if (!parts.some(isOnPage)) whole = await withPages(parts, search);
  if (whole || options.exact || reader.isLate()) return whole;

  // 4. Fewer words: without those that find nothing, then some of those on pages, then the way whose words match a
  // title best. The first way is always good enough.
  const { needless, more } = waysToDrop(standings);
  let best: { found: Found; score: number } | undefined;
  for (const way of needless.length > 0 ? [needless, ...more] : more) {
    if (reader.isLate()) break;
    if (way === more[0]) {
      const some = await withSomeOnPages(standings, search);
      if (some) return some;
    }
    const kept = parts.filter((part) => !way.includes(part));
    const words = kept.filter(({ fact }) => !fact);
    if (words.length === 0 && kept.every(({ fact }) => fact?.name !== "department")) continue;
    const found =
      (kept.some(isOnPage) ? await withPages(kept, search) : undefined) ??
      (kept.length > words.length
        ? await withFewerFacts(kept, true, search)
        : await withAll(kept, true, search)) ??
      (way === needless ? await withPages(kept, search) : undefined);
    if (!found) continue;
    const planned = plannedOf(found.kept, true, search);
    if (way === needless || kept.some(isOnPage) || hasWhole(found.entries, planned)) return found;
    const score = bestWords(found.entries, planned);
    if (!best || score > best.score) best = { found, score };
  }
  return best?.found;
}

/** The words of the query that the index has as initials, as short names, or on pages. */
async function otherWords(search: Search): Promise<OtherWords> {
  const { parts, vocabulary, phrases, reader, options } = search;
  const unknown = parts.flatMap((_, at) => {
    const word = wordAt(parts, at);
    return word === undefined || phrases.has(word) || isExactAt(parts, at, vocabulary) ? [] : [word];
  });
  const formsOf = (word: string) =>
    /^[a-z]{4,}$/.test(word)
      ? [...new Set([word, `${word}s`, word.replace(/e?s$/, ""), word.replace(/s$/, "")])]
      : [word];
  const named = parts.flatMap(({ words: [word] }) => word?.letters ?? []);
  const letters = options.exact ? [] : [...unknown, ...named].filter((word) => /^[a-z]{2,8}$/.test(word));
  const known = await reader.having({ initials: letters, pages: unknown.flatMap(formsOf) }, options.actor);
  for (const word of unknown) {
    const forms = formsOf(word).filter((form) => known.pages.has(form));
    if (forms.length > 0) search.pages.set(word, forms);
  }
  return { initials: known.initials, phrases, pages: search.pages };
}

/** The matches that have all these parts. */
async function withAll(parts: QueryPart[], loose: boolean, search: Search): Promise<Found | undefined> {
  const entries = await newest(planOf(parts, loose, search).groups, search);
  if (entries.length === 0) return undefined;
  const isOtherCourse =
    parts.some(({ fact }) => fact) &&
    parts.some(({ fact }) => !fact) &&
    !search.reader.isLate() &&
    !hasWhole(entries, plannedOf(parts, loose, search));
  const better = isOtherCourse ? await withFewerFacts(parts, loose, search, entries) : undefined;
  return better ?? { entries, kept: parts, isLoose: loose };
}

/**
 * The matches of the words, with as many of the facts as the best course has.
 * @param others matches with all facts, which stay if their titles match as well
 */
async function withFewerFacts(
  parts: QueryPart[],
  loose: boolean,
  search: Search,
  others: readonly FoundEntry[] = [],
): Promise<Found | undefined> {
  const { reader, options } = search;
  const words = parts.filter(({ fact }) => !fact);
  if (words.length === parts.length || reader.isLate()) return undefined;
  if (words.length === 0) {
    for (const way of [...(parts === search.parts ? [] : [[]]), ...factWays(parts)]) {
      if (reader.isLate()) return undefined;
      const kept = parts.filter((part) => !way.includes(part));
      const entries = await newest(planOf(kept, loose, search).groups, search);
      if (entries.length > 0) return { entries, kept, isLoose: loose };
    }
    return undefined;
  }
  const planned = plannedOf(parts, loose, search);
  // The parts of a kind such as "lab" stay if a title has its word.
  const named = parts.filter((part) => !part.fact || isOnTitles(part));
  let entries: FoundEntry[] = [];
  for (const tried of named.length > words.length && named.length < parts.length ? [named, words] : [words]) {
    entries = await newest(planOf(tried, loose, search).groups, search);
    if (entries.length > 0) break;
  }
  if (entries.length === 0 || bestWords(entries, planned) <= bestWords(others, planned)) return undefined;
  // A title that is only shorter is no better course.
  if (hasAllWords(others, planned) && !hasWhole(entries, planned)) return undefined;
  const dropped = factsToDrop(entries, planned);
  const kept = parts.filter((part) => !dropped.includes(part));
  const keptFacts = planned.filter(({ part }) => part.fact && kept.includes(part));
  const isFull = entries.length > options.reach && keptFacts.length > 0;
  // More matches than the search reads: the index looks for those with the facts.
  const exact = isFull ? await newest(planOf(kept, loose, search).groups, search) : [];
  return { entries: exact.length > 0 ? exact : withFacts(entries, keptFacts), kept, isLoose: loose };
}
