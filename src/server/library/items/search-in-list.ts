import type { FactToken, OfferedFacet } from "../../../shared/facets/facets.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import type { SearchFilter } from "./resource-filter.repo.ts";
import type { ResourceRow } from "./resource-rows.repo.ts";

/**
 * Searches the items of a list.
 * @param options `facets` are the facets to count; `reach` is the number of matches that are ranked, counted
 *   and paged through
 */
export type SearchInList = (
  actor: Actor,
  input: SearchInput,
  options?: { facets?: readonly OfferedFacet[]; reach?: number },
) => Promise<ListedMatches>;

export interface SearchInput extends SearchFilter {
  /** The typed text. */
  text: string;
  /** Turns off corrections, for "Search instead for". */
  exact?: boolean;
  /** The number of the page; the first page is 0. */
  page?: number;
  size?: number;
}

/** A part of the query that we recognised as a filter. Its words need not be next to each other. */
export interface Recognised {
  name: FactToken | "kind";
  /** An item matches if it has any of these values. */
  values: string[];
  /** The recognised words, as typed. */
  text: string;
  /** The typed text without these words. */
  without: string;
  /** False if nothing matches with this filter. The results then ignore the filter. */
  isApplied: boolean;
}

/** Misspelt words and their corrections. */
export interface Corrected {
  from: string;
  to: string;
  /** The whole query with the corrections. */
  text: string;
  /** The whole query as typed. */
  original: string;
}

/** A course that is near to what a search asked for, with one of its papers. */
export interface NearCourse {
  code: string | null;
  title: string;
  department: string | null;
  university: string | null;
  /** The page of the course; null if it has no papers. */
  path: string | null;
  paper: { path: string; examType: string | null; year: number | null } | null;
}

export interface CountedValue {
  value: string;
  count: number;
}

/** The notes of a search, which the page shows above the items. */
export interface SearchNotes {
  filters: Recognised[];
  corrected?: Corrected;
  /** The typed words and filters that the results ignore, because nothing matches with them. */
  leftOut: string[];
  /** The words that matched in titles and codes. The page highlights them. */
  terms: string[];
  /** Courses that match a part of the query. Empty unless the search found nothing. */
  nearest: NearCourse[];
  /** Whether some items are still missing from the index. */
  isIncomplete: boolean;
  /** Whether the search reached its time limit. A retry may find more. */
  isCut: boolean;
}

/** A page of search results. */
export interface SearchPage extends SearchNotes {
  rows: ResourceRow[];
  /** Exact up to 500. If there are more, `isMore` is true. */
  total: number;
  isMore: boolean;
  page: number;
  size: number;
}

/** The page of search results that a list shows, best match first. */
export interface ListedMatches extends SearchPage {
  /**
   * The counted values of each facet. The counts ignore the filter by that facet, and they stop at the
   * counting limit.
   */
  facets: Partial<Record<OfferedFacet, CountedValue[]>>;
  /** The facets that have more matches than we counted. */
  moreIn: OfferedFacet[];
}
