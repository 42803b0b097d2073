import { facetNames, facets, type FactToken } from "../../../shared/facets.ts";
import { type Actor, policy } from "../../../shared/policy.ts";
import { parseQuery, type QueryPart } from "../../../shared/search/parse-query.ts";
import { codeSpans, type QueryWord, queryWords } from "../../../shared/search/query-words.ts";
import { type Score, scoreOf } from "../../../shared/search/score.ts";
import { factToken, pageToken } from "../../../shared/search/tokens.ts";
import { searchWords } from "../../../shared/words.ts";
import type { SearchFilter } from "../items/resource-filter.repo.ts";
import type { Expression, Group } from "./expression.ts";
import { type Plan, planSearch } from "./query-plan.ts";
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

/** Finds the best matches for a query. */
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
  const phrases = await phrasesOf(parts, reader);
  const title = typed.map(({ word }) => word).join(" ");
  const facts = parts.filter(({ fact }) => fact);
  const others = parts.filter(({ fact }) => !fact);
  const looseness = options.exact ? [false] : [false, true];
  for (const kept of facts.length > 0 && others.length > 0 ? [parts, others] : [parts]) {
    for (const loose of looseness) {
      if (reader.isLate()) return { ...none, isCut: true };
      const plan = planSearch(kept, { vocabulary, phrases, loose });
      const entries = await newest(plan.groups, reader, options);
      if (entries.length === 0) continue;
      const dropped = kept === parts ? [] : facts;
      const withPages = await addPages(entries, kept, { vocabulary, phrases, reader, options });
      return { ...none, dropped, isLoose: loose, ...(await rank(withPages, plan, title, reader, options)) };
    }
  }
  const pages = await addPages([], parts, { vocabulary, phrases, reader, options });
  const plan = planSearch(parts, { vocabulary, phrases, loose: false });
  return { ...none, ...(await rank(pages, plan, title, reader, options)) };
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
  {
    vocabulary,
    phrases,
    reader,
    options,
  }: {
    vocabulary: WordLookups;
    phrases: ReadonlyMap<string, string[][]>;
    reader: SearchReader;
    options: MatchOptions;
  },
): Promise<FoundEntry[]> {
  if (
    entries.length >= FEW ||
    reader.isLate() ||
    parts.every(({ code, begun, fact }) => code || begun || fact)
  )
    return entries;
  const { groups } = planSearch(parts, { vocabulary, phrases, loose: false });
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
  { wanted }: Plan,
  title: string,
  reader: SearchReader,
  { filter, actor, reach }: MatchOptions,
): Promise<Pick<Matches, "best" | "isMore" | "isCut">> {
  const isMore = entries.length > reach;
  const isCut = reader.isLate();
  const begun = isMore && !isCut ? await reader.titlesBeginning(title, BEGINNING, filter, actor) : [];
  const candidates = new Map([...entries.slice(0, reach), ...begun].map((item) => [item.docId, item]));
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
