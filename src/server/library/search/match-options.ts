import { facetNames, facets, type FactToken } from "../../../shared/facets/facets.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { factToken } from "../../../shared/search/tokens.ts";
import { searchWords } from "../../../shared/text/words.ts";
import type { SearchFilter } from "../items/resource-filter.repo.ts";
import type { Expression, Group } from "./expression.ts";

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

/** The part of a filter that the index can check. The database then checks the whole filter on each match. */
export function filterGroups({ filter }: MatchOptions): Expression {
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

/**
 * The same options without "Approved", if this reader sees only approved items. Nearly all items have this status, and
 * the index would read all of them for each search.
 */
export function withoutNeedlessStatus(options: MatchOptions): MatchOptions {
  const { actor, filter } = options;
  const seesOthers = policy.seeUnapproved(actor) || policy.setStatus(actor);
  if (filter.status !== "Approved" || seesOthers) return options;
  return { ...options, filter: { ...filter, status: undefined } };
}

/** Whether the filter selects items that this reader can never see. */
export const isHidden = ({ filter: { status }, actor }: MatchOptions): boolean =>
  status !== undefined && status !== "Approved" && !policy.setStatus(actor);
