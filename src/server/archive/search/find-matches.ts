import { facetNames, facets, type FactToken } from "../../../shared/facets.ts";
import { type Actor, policy } from "../../../shared/policy.ts";
import { parseQuery, type QueryPart } from "../../../shared/search/parse-query.ts";
import { codeSpans, type QueryWord, queryWords } from "../../../shared/search/query-words.ts";
import { isChatter, isFiller } from "../../../shared/search/fillers.ts";
import { type Score, scoreOf } from "../../../shared/search/score.ts";
import { factToken, pageToken } from "../../../shared/search/tokens.ts";
import { searchWords } from "../../../shared/words.ts";
import type { SearchFilter } from "../items/resource-filter.repo.ts";
import type { Expression, Group } from "./expression.ts";
import { bestWords, factsToDrop, hasWhole, isOnTitles, type PlannedPart, withFacts } from "./drop-facts.ts";
import { standingsOf, waysToDrop } from "./drop-words.ts";
import { type Plan, planSearch, wordAt } from "./query-plan.ts";
import type { SearchReader } from "./search.repo.ts";
import type { FoundEntry } from "./search-engine.repo.ts";
import type { WordLookups } from "./vocabulary.ts";

export interface Match {
  item: FoundEntry;
  score: Score;
}

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

export interface MatchOptions {
  actor: Actor;
  /** Without a kind, the search covers all kinds. */
  filter: SearchFilter;
  /** The maximum number of matches to find. */
  reach: number;
  /** Turns off corrections. */
  exact?: boolean;
  /** The current year. */
  thisYear: number;
}

/**
 * The number of titles to look up that begin with the query. For common words, the newest matches may not
 * include these titles.
 */
const BEGINNING = 100;
/** The maximum number of codes to search for, if the query is the beginning of codes. */
const MOST_CODES = 64;
/** If there are fewer matches, the search also looks in the text of pages. */
const FEW = 50;

/** A search for one query, with everything that its steps need. */
interface Search {
  vocabulary: WordLookups;
  phrases: ReadonlyMap<string, string[][]>;
  reader: SearchReader;
  options: MatchOptions;
  /** The plans so far, by their parts. */
  plans: { strict: Map<readonly QueryPart[], Plan>; loose: Map<readonly QueryPart[], Plan> };
}

/** The matches of some parts of the query. */
interface Found {
  entries: FoundEntry[];
  /** The parts that the matches have. */
  kept: QueryPart[];
  isLoose: boolean;
}

/**
 * Finds the best matches for a query. If no item has all parts, the search leaves out facts, then words (decision
 * 073). Each step is at most one query, and `waysToDrop` limits the steps.
 */
export async function findMatches(
  text: string,
  vocabulary: WordLookups,
  reader: SearchReader,
  options: MatchOptions,
): Promise<Matches> {
  const typed = queryWords(text);
  const parts = await readParts(typed, reader, options);
  const none: Matches = { parts, dropped: [], best: [], isMore: false, isLoose: false, isCut: false };
  if (parts.length === 0 || isHidden(options)) return none;
  const search: Search = {
    ...{ vocabulary, reader, options },
    phrases: await phrasesOf(parts, reader),
    plans: { strict: new Map(), loose: new Map() },
  };
  const found = await matchesOf(parts, search);
  if (!found) return { ...none, isCut: reader.isLate() };
  const { entries, kept, isLoose } = found;
  const plan = planOf(kept, isLoose, search);
  const withPages = entries.length > 0 ? await addPages(entries, kept, search) : entries;
  const dropped = parts.filter((part) => !kept.includes(part));
  const title = titleAsked(typed, parts, kept);
  return {
    ...none,
    dropped,
    isLoose,
    ...(await rank(withPages, { ...plan, parts: kept }, title, reader, options)),
  };
}

/** Tries the whole query, then fewer facts, then pages, then fewer words. */
async function matchesOf(parts: QueryPart[], search: Search): Promise<Found | undefined> {
  const { reader, options, vocabulary, phrases } = search;
  const all = await matchesOfAll(parts, false, search);
  if (all) return all;
  if (reader.isLate()) return undefined;
  const initials = options.exact
    ? new Set<string>()
    : await reader.initials(initialsIn(parts, vocabulary), options.actor);
  const standings = standingsOf(parts, vocabulary, { initials, phrases });
  // A word that finds nothing by itself finds nothing together with other words.
  if (standings.every(({ isKnown }) => isKnown !== "none")) {
    const fewer =
      (await withFewerFacts(parts, false, search)) ??
      (options.exact
        ? undefined
        : ((await matchesOfAll(parts, true, search)) ?? (await withFewerFacts(parts, true, search))));
    if (fewer) return fewer;
  }
  if (reader.isLate()) return undefined;
  const onPages = await addPages([], parts, search);
  if (onPages.length > 0) return { entries: onPages, kept: parts, isLoose: false };
  if (options.exact) return undefined;
  for (const way of waysToDrop(standings)) {
    if (reader.isLate()) return undefined;
    const kept = parts.filter((part) => !way.includes(part));
    if (kept.every(({ fact }) => fact)) continue;
    const found = kept.some(({ fact }) => fact)
      ? await withFewerFacts(kept, true, search)
      : await matchesOfAll(kept, true, search);
    if (found) return found;
  }
  return undefined;
}

/** The words that can be the initials of a title, if the vocabulary doesn't have them. */
const initialsIn = (parts: readonly QueryPart[], vocabulary: WordLookups): string[] =>
  parts.flatMap((_, at) => {
    const word = wordAt(parts, at) ?? "";
    return /^[a-z]{2,8}$/.test(word) && !vocabulary.has(word) ? [word] : [];
  });

/** The matches that have all these parts. */
async function matchesOfAll(parts: QueryPart[], loose: boolean, search: Search): Promise<Found | undefined> {
  const entries = await newest(planOf(parts, loose, search).groups, search.reader, search.options);
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
  if (words.length === parts.length || words.length === 0 || reader.isLate()) return undefined;
  const planned = plannedOf(parts, loose, search);
  // The parts of a kind such as "lab" stay if a title has its word.
  const named = parts.filter((part) => !part.fact || isOnTitles(part));
  let entries: FoundEntry[] = [];
  for (const tried of named.length > words.length && named.length < parts.length ? [named, words] : [words]) {
    entries = await newest(planOf(tried, loose, search).groups, reader, options);
    if (entries.length > 0) break;
  }
  if (entries.length === 0 || bestWords(entries, planned) <= bestWords(others, planned)) return undefined;
  const dropped = factsToDrop(entries, planned);
  const kept = parts.filter((part) => !dropped.includes(part));
  const keptFacts = planned.filter(({ part }) => part.fact && kept.includes(part));
  const isFull = entries.length > options.reach && keptFacts.length > 0;
  // More matches than the search reads: the index looks for those with the facts.
  const exact = isFull ? await newest(planOf(kept, loose, search).groups, reader, options) : [];
  return { entries: exact.length > 0 ? exact : withFacts(entries, keptFacts), kept, isLoose: loose };
}

function planOf(parts: readonly QueryPart[], loose: boolean, { plans, vocabulary, phrases }: Search): Plan {
  const known = loose ? plans.loose : plans.strict;
  const plan = known.get(parts) ?? planSearch(parts, { vocabulary, phrases, loose });
  known.set(parts, plan);
  return plan;
}

function plannedOf(parts: readonly QueryPart[], loose: boolean, search: Search): PlannedPart[] {
  const { wanted } = planOf(parts, loose, search);
  return parts.map((part, at) => ({ part, wanted: wanted[at] as PlannedPart["wanted"] }));
}

/** The typed words of the title: without facts, words that were left out, and words such as "need". */
function titleAsked(
  typed: readonly QueryWord[],
  parts: readonly QueryPart[],
  kept: readonly QueryPart[],
): string {
  const others = new Set(
    parts.filter((part) => part.fact || !kept.includes(part)).flatMap(({ words }) => words),
  );
  return typed
    .filter((word) => !others.has(word) && (isFiller(word.word) || !isChatter(word.word)))
    .map(({ word }) => word)
    .join(" ");
}

/**
 * Splits the query into parts. A query that is the beginning of codes but not a code, such as "cse 21", is
 * one part.
 */
async function readParts(
  typed: QueryWord[],
  reader: SearchReader,
  { actor, thisYear }: MatchOptions,
): Promise<QueryPart[]> {
  const spans = codeSpans(typed);
  const codes = await reader.codes([...new Set(spans.map(({ code }) => code))], actor);
  const whole = spans.find(({ from, to }) => from === 0 && to === typed.length);
  if (whole && codes.size === 0) {
    const begun = await reader.codesBeginning(whole.code, MOST_CODES, actor);
    if (begun.length > 0) return [{ words: typed, begun }];
  }
  return parseQuery(typed, (code) => codes.has(code), thisYear);
}

async function phrasesOf(
  parts: readonly QueryPart[],
  reader: SearchReader,
): Promise<Map<string, string[][]>> {
  const single = parts.filter((part) => !part.code && !part.begun && part.words.length === 1);
  const found = new Map<string, string[][]>();
  if (single.length === 0) return found;
  for (const { alias, phrase } of await reader.phrases(single.map((part) => part.words[0]?.word ?? ""))) {
    found.set(alias, [...(found.get(alias) ?? []), phrase.split(" ")]);
  }
  return found;
}

/** Whether the filter selects items that this reader can never see. */
const isHidden = ({ filter: { status }, actor }: MatchOptions): boolean =>
  status !== undefined && status !== "Approved" && !policy.setStatus(actor);

/** Looks for one more match than needed, to know whether there are more. */
const newest = (groups: Expression, reader: SearchReader, options: MatchOptions): Promise<FoundEntry[]> =>
  reader.newest([...filterGroups(options), ...groups], options.reach + 1, options.filter, options.actor);

/** The part of a filter that the index can check. The database then checks the whole filter on each match. */
function filterGroups({ filter }: MatchOptions): Expression {
  const { kind, status } = filter;
  const groups: Group[] = [];
  if (kind) groups.push([[factToken("kind", kind)]]);
  if (status) groups.push([[factToken("status", status)]]);
  for (const name of facetNames) {
    const { searchToken, fold } = facets[name];
    const values = [filter[name] ?? []].flat().filter((value) => value !== "");
    if (values.length === 0) continue;
    if (searchToken) groups.push(values.map((value) => [factToken(searchToken as FactToken, fold(value))]));
    else groups.push(...searchWords(values.join(" ")).map((word): Group => [[word]]));
  }
  return groups;
}

/** Adds matches in the text of pages if few items match by their fields. */
async function addPages(
  entries: FoundEntry[],
  parts: readonly QueryPart[],
  search: Search,
): Promise<FoundEntry[]> {
  const { reader, options } = search;
  if (
    entries.length >= FEW ||
    reader.isLate() ||
    parts.every(({ code, begun, fact }) => code || begun || fact)
  )
    return entries;
  const { groups } = planOf(parts, false, search);
  const withPages = groups.map((group, at): Group => {
    const { code, words: own } = parts[at] as QueryPart;
    return code ? group : [...group, own.map(({ word }) => pageToken(word))];
  });
  const found = await newest(withPages, reader, options);
  const known = new Set(entries.map(({ docId }) => docId));
  return [...entries, ...found.filter(({ docId }) => !known.has(docId))];
}

async function rank(
  entries: FoundEntry[],
  { wanted, parts }: Plan & { parts: readonly QueryPart[] },
  title: string,
  reader: SearchReader,
  { filter, actor, reach }: MatchOptions,
): Promise<Pick<Matches, "best" | "isMore" | "isCut">> {
  const isMore = entries.length > reach;
  const isCut = reader.isLate();
  const begun =
    isMore && !isCut && title ? await reader.titlesBeginning(title, BEGINNING, filter, actor) : [];
  const facts = parts.map((part, at) => ({ part, wanted: wanted[at] as PlannedPart["wanted"] }));
  const titled = withFacts(
    begun,
    facts.filter(({ part }) => part.fact),
  );
  const candidates = new Map([...entries.slice(0, reach), ...titled].map((item) => [item.docId, item]));
  const best = [...candidates.values()]
    .filter(({ fits }) => fits)
    .map((item): Match => ({ item, score: scoreOf(item, wanted) }))
    .sort(byRank);
  return { best: best.slice(0, reach), isMore, isCut };
}

/** Sorts by score. If scores are equal, the later year is first, then the newer item. */
function byRank(a: Match, b: Match): number {
  return (
    Math.round((b.score.score - a.score.score) * 1e6) ||
    (b.item.year ?? 0) - (a.item.year ?? 0) ||
    b.item.createdAt - a.item.createdAt ||
    (a.item.id < b.item.id ? -1 : 1)
  );
}
