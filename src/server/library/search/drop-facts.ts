import { kindNamed } from "../../../shared/kinds/index.ts";
import type { QueryPart } from "../../../shared/search/parse-query.ts";
import { hasPart, scoreOf, type Wanted, weightOf } from "../../../shared/search/score.ts";
import type { FoundEntry } from "./search-engine.repo.ts";

/** The facts in the order in which a search leaves them out. A fact with another name is last. */
const ORDER = ["kind", "set", "term", "semester", "exam", "year"];
/** Scores that differ by less are equal: the words match both titles in the same way. */
const SAME = 0.5;

/** A part of the query with its data for the score. */
export interface PlannedPart {
  part: QueryPart;
  wanted: Wanted;
}

/** Whether titles have words for a kind, such as "lab". */
export const isOnTitles = ({ fact }: QueryPart): boolean =>
  fact?.name === "kind" && fact.values.some((kind) => kindNamed(kind).search.onTitles !== undefined);

/** The parts that name a course. */
const wordsOf = (planned: readonly PlannedPart[]): Wanted[] =>
  planned.filter(({ part }) => !part.fact || isOnTitles(part)).map(({ wanted }) => wanted);

/** How well the words match the title, without the facts and the kind. */
const wordScore = (item: FoundEntry, words: readonly Wanted[]): number =>
  scoreOf(item, words).score - weightOf(item);

/** The best word score of the entries; 0 without entries. */
export const bestWords = (entries: readonly FoundEntry[], planned: readonly PlannedPart[]): number => {
  const words = wordsOf(planned);
  return entries.reduce((best, item) => Math.max(best, wordScore(item, words)), 0);
};

/** Whether an entry has the typed code, or a title of the typed words only. */
export function hasWhole(entries: readonly FoundEntry[], planned: readonly PlannedPart[]): boolean {
  const words = wordsOf(planned);
  return entries.some((item) => scoreOf(item, words).isWhole);
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
