import { facetNames, facets, type FactToken } from "../../../shared/facets.ts";
import type { Actor } from "../../../shared/policy.ts";
import type { QueryPart } from "../../../shared/search/parse-query.ts";
import { factToken, pageToken } from "../../../shared/search/tokens.ts";
import { searchWords } from "../../../shared/words.ts";
import type { SearchFilter } from "../items/resource-filter.repo.ts";
import { bestWords, factsToDrop, hasWhole, isOnTitles, type PlannedPart, withFacts } from "./drop-facts.ts";
import { standingsOf, waysToDrop } from "./drop-words.ts";
import type { Expression, Group } from "./expression.ts";
import { type Plan, planSearch, wordAt } from "./query-plan.ts";
import type { SearchReader } from "./search.repo.ts";
import type { FoundEntry } from "./search-engine.repo.ts";
import type { WordLookups } from "./vocabulary.ts";

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

/** If there are fewer matches, the search also looks in the text of pages. */
const FEW = 50;

/** A search for one query, with everything that its steps need. */
export interface Search {
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

/** Tries the whole query, then fewer facts, then pages, then fewer words. */
export async function matchesOf(parts: QueryPart[], search: Search): Promise<Found | undefined> {
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
  return withFewerWords(parts, waysToDrop(standings), search);
}

/**
 * The matches of the first way that leaves a whole title or code, or else of the way whose words match a title
 * best. The first way is always good enough, because it leaves out only words that find nothing.
 */
async function withFewerWords(
  parts: QueryPart[],
  { needless, more }: { needless: QueryPart[]; more: QueryPart[][] },
  search: Search,
): Promise<Found | undefined> {
  let best: { found: Found; score: number } | undefined;
  for (const way of needless.length > 0 ? [needless, ...more] : more) {
    if (search.reader.isLate()) break;
    const kept = parts.filter((part) => !way.includes(part));
    if (kept.every(({ fact }) => fact)) continue;
    const found = kept.some(({ fact }) => fact)
      ? await withFewerFacts(kept, true, search)
      : await matchesOfAll(kept, true, search);
    if (!found) continue;
    const planned = plannedOf(found.kept, true, search);
    if (way === needless || hasWhole(found.entries, planned)) return found;
    const score = bestWords(found.entries, planned);
    if (!best || score > best.score) best = { found, score };
  }
  return best?.found;
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

export function planOf(
  parts: readonly QueryPart[],
  loose: boolean,
  { plans, vocabulary, phrases }: Search,
): Plan {
  const known = loose ? plans.loose : plans.strict;
  const plan = known.get(parts) ?? planSearch(parts, { vocabulary, phrases, loose });
  known.set(parts, plan);
  return plan;
}

function plannedOf(parts: readonly QueryPart[], loose: boolean, search: Search): PlannedPart[] {
  const { wanted } = planOf(parts, loose, search);
  return parts.map((part, at) => ({ part, wanted: wanted[at] as PlannedPart["wanted"] }));
}

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
export async function addPages(
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
