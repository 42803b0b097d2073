import type { QueryPart } from "../../../shared/search/parse-query.ts";
import type { Expression } from "./expression.ts";
import { filterGroups, type MatchOptions } from "./match-options.ts";
import { type Plan, planSearch } from "./query-plan.ts";
import type { ReadQuery } from "./read-query.ts";
import type { PlannedPart } from "./relax.rules.ts";
import type { FoundEntry } from "./search-engine.repo.ts";
import type { SearchReader } from "./search.repo.ts";
import type { WordLookups } from "./vocabulary.ts";

/** A search for one query, with everything that its steps need. */
export interface Search extends ReadQuery {
  vocabulary: WordLookups;
  reader: SearchReader;
  options: MatchOptions;
  /** The plans so far, by their parts. */
  plans: { strict: Map<readonly QueryPart[], Plan>; loose: Map<readonly QueryPart[], Plan> };
  /** The words of pages that the query has, with their forms. */
  pages: Map<string, string[]>;
}

/** The matches of some parts of the query. */
export interface Found {
  entries: FoundEntry[];
  /** The parts that the matches have. */
  kept: QueryPart[];
  isLoose: boolean;
  /** The matches that are first whatever their title, because their pages have the words. */
  first?: ReadonlySet<number>;
}

/** Returns the index query of some parts of the query. */
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

/** Returns some parts of the query with their data for the score. */
export function plannedOf(parts: readonly QueryPart[], loose: boolean, search: Search): PlannedPart[] {
  const { wanted } = planOf(parts, loose, search);
  return parts.map((part, at) => ({ part, wanted: wanted[at] as PlannedPart["wanted"] }));
}

/** Looks for one more match than needed, to know whether there are more. */
export const newest = (groups: Expression, { reader, options }: Search): Promise<FoundEntry[]> =>
  reader.newest([...filterGroups(options), ...groups], options.reach + 1, options.filter, options.actor);
