import type { FactToken, OfferedFacet } from "../../../shared/facets.ts";
import type { Actor } from "../../../shared/policy.ts";
import type { SearchFilter } from "./resource-filter.repo.ts";
import type { ResourceRow } from "./resource-rows.repo.ts";

/**
 * Searches for the items of a list.
 * @param options `facets` to be counted; `reach`, how many matches are ranked, counted and paged through
 */
export type SearchInList = (
  actor: Actor,
  input: SearchInput,
  options?: { facets?: readonly OfferedFacet[]; reach?: number },
) => Promise<ListedMatches>;

export interface SearchInput extends SearchFilter {
  /** The typed text. */
  text: string;
  /** Takes words as they stand: for "search instead for". */
  exact?: boolean;
  /** Zero-based. */
  page?: number;
  size?: number;
}

/** A part of a search that was read as a filter. */
export interface Recognised {
  name: FactToken | "kind";
  /** Any of them will do. */
  values: string[];
  /** The words that say so, as typed. */
  text: string;
  /** The typed text, without them. */
  without: string;
  /** False where nothing is found with it: then what is shown was found without. */
  isApplied: boolean;
}

/** Words that nothing was found with, and those that were taken for them. */
export interface Corrected {
  from: string;
  to: string;
  /** The whole search with the words that were taken. */
  text: string;
  /** The whole search as it was typed. */
  original: string;
}

export interface Course {
  code: string | null;
  title: string;
  department: string | null;
}

export interface CountedValue {
  value: string;
  count: number;
}

/** The notes of a search beside a page of its items. */
export interface SearchNotes {
  filters: Recognised[];
  corrected?: Corrected;
  /** Words of titles and codes by which these rows were found, to mark them. */
  terms: string[];
  /** If nothing was found. */
  nearest: Course[];
  /** Whether items are still missing from the index. */
  isIncomplete: boolean;
  /** Whether it took too long to look everywhere: asked again, it may find more. */
  isCut: boolean;
}

/** A page of what a search found. */
export interface SearchPage extends SearchNotes {
  rows: ResourceRow[];
  /** Exact up to 500; `isMore` beyond. */
  total: number;
  isMore: boolean;
  page: number;
  size: number;
}

/** The part of a search that a list shows, best first. */
export interface ListedMatches extends SearchPage {
  /** Of what would be found without the facet's own filter, as far as it is counted. */
  facets: Partial<Record<OfferedFacet, CountedValue[]>>;
  /** The facets that more is found of than was counted. */
  moreIn: OfferedFacet[];
}
