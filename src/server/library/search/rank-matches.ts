import { type Score, scoreOf } from "../../../shared/search/score.ts";
import type { MatchOptions } from "./match-options.ts";
import { type PlannedPart, withFacts } from "./relax.rules.ts";
import type { FoundEntry } from "./search-engine.repo.ts";
import type { SearchReader } from "./search.repo.ts";

export interface Match {
  item: FoundEntry;
  score: Score;
}

/**
 * The number of titles to look up that begin with the query. For common words, the newest matches may not
 * include these titles.
 */
const BEGINNING = 100;

/**
 * Ranks the matches, and adds titles that begin with the query.
 * @param planned the parts of the query that the matches have
 * @param title the typed words of the title
 * @param first the matches that are first whatever their title
 */
export async function rankMatches(
  entries: readonly FoundEntry[],
  {
    planned,
    title,
    first,
  }: { planned: readonly PlannedPart[]; title: string; first?: ReadonlySet<number> | undefined },
  reader: SearchReader,
  { filter, actor, reach }: MatchOptions,
): Promise<{ best: Match[]; isMore: boolean; isCut: boolean }> {
  const isMore = entries.length > reach;
  const isCut = reader.isLate();
  const begun =
    isMore && !isCut && title ? await reader.titlesBeginning(title, BEGINNING, filter, actor) : [];
  const titled = withFacts(
    begun,
    planned.filter(({ part }) => part.fact),
  );
  const wanted = planned.map((one) => one.wanted);
  const candidates = new Map([...entries.slice(0, reach), ...titled].map((item) => [item.docId, item]));
  const isFirst = ({ item }: Match) => Number(first?.has(item.docId) ?? false);
  const best = [...candidates.values()]
    .filter(({ fits }) => fits)
    .map((item): Match => ({ item, score: scoreOf(item, wanted) }))
    .sort((one, other) => isFirst(other) - isFirst(one) || byRank(one, other));
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
