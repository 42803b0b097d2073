import { policy } from "../../../shared/policy.ts";
import { isChatter, isFiller } from "../../../shared/search/fillers.ts";
import { parseQuery, type QueryPart } from "../../../shared/search/parse-query.ts";
import { codeSpans, type QueryWord, queryWords } from "../../../shared/search/query-words.ts";
import { type Score, scoreOf } from "../../../shared/search/score.ts";
import { type PlannedPart, withFacts } from "./drop-facts.ts";
import { addPages, type MatchOptions, matchesOf, planOf, type Search } from "./match-steps.ts";
import type { Plan } from "./query-plan.ts";
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

/**
 * The number of titles to look up that begin with the query. For common words, the newest matches may not
 * include these titles.
 */
const BEGINNING = 100;
/** The maximum number of codes to search for, if the query is the beginning of codes. */
const MOST_CODES = 64;
/**
 * Finds the best matches for a query. If no item has all parts, the search leaves out facts, then words (decision
 * 071). Each step is at most one query, and `waysToDrop` limits the steps.
 */
export async function findMatches(
  text: string,
  vocabulary: WordLookups,
  reader: SearchReader,
  asked: MatchOptions,
): Promise<Matches> {
  const options = withoutNeedlessStatus(asked);
  const typed = queryWords(text);
  const parts = await readParts(typed, reader, options);
  const none: Matches = { parts, dropped: [], best: [], isMore: false, isLoose: false, isCut: false };
  if (parts.length === 0 || isHidden(options)) return none;
  const search: Search = {
    vocabulary,
    reader,
    options,
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

/**
 * The same options without "Approved", if this reader sees only approved items. Nearly all items have this status, and
 * the index would read all of them for each search.
 */
function withoutNeedlessStatus(options: MatchOptions): MatchOptions {
  const { actor, filter } = options;
  const seesOthers = policy.seeUnapproved(actor) || policy.setStatus(actor);
  if (filter.status !== "Approved" || seesOthers) return options;
  return { ...options, filter: { ...filter, status: undefined } };
}

/** Whether the filter selects items that this reader can never see. */
const isHidden = ({ filter: { status }, actor }: MatchOptions): boolean =>
  status !== undefined && status !== "Approved" && !policy.setStatus(actor);

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
