import { DomainError } from "../../shared/errors.ts";
import type { Actor } from "../../shared/policy.ts";
import { queryWords } from "../../shared/search/query-words.ts";
import type { SearchFilter } from "../resources/resource-filter.repo.ts";
import type { ResourceRow } from "../resources/resource-rows.repo.ts";
import { findMatches, type Matches, type MatchOptions } from "./find-matches.ts";
import { nearestCourses } from "./nearest-courses.ts";
import {
  type Corrected,
  correctedQuery,
  type Course,
  type Recognised,
  recognisedFilters,
  termsOf,
} from "./search-answers.ts";
import type { SearchReader, SearchRepo } from "./search.repo.ts";
import { facetsOf } from "./search-facets.ts";
import { suggestionsOf, type Suggestion } from "./suggestions.ts";
import { createVocabulary } from "./vocabulary.ts";

export interface SearchDependencies {
  search: SearchRepo;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface SearchInput extends SearchFilter {
  /** What was typed. */
  text: string;
  /** Takes words as they stand: for "search instead for". */
  exact?: boolean;
  /** Zero-based. */
  page?: number;
  size?: number;
}

export interface SearchResult {
  rows: ResourceRow[];
  /** Exact up to 500; `isMore` beyond. */
  total: number;
  isMore: boolean;
  page: number;
  size: number;
  filters: Recognised[];
  /** Of what was found, as far as `total` counts. */
  facets: ReturnType<typeof facetsOf>;
  corrected?: Corrected;
  /** Words of titles by which these rows were found, to mark them. */
  terms: string[];
  /** Where nothing was found. */
  nearest: Course[];
  /** Whether items are still missing from the index. */
  isIncomplete: boolean;
}

/** What a list shows of a search, best first. */
export interface ListedMatches {
  ids: string[];
  /** Exact up to 2,000. */
  count: number;
}

/** Totals are exact up to this many. */
const EXACT = 500;
/** A search in a list pages through this many. */
const LIST_REACH = 2_000;
const SUGGEST_REACH = 120;
const PAGE_SIZE = 10;

/** Search over items of every kind. */
export function createSearchService({ search, clock }: SearchDependencies) {
  const vocabulary = createVocabulary();
  let lastWord = 0;

  async function refresh(): Promise<void> {
    const rows = await search.words(lastWord);
    lastWord = Math.max(lastWord, rows.at(-1)?.seq ?? 0);
    vocabulary.add(rows.map(({ word }) => word));
  }

  const thisYear = () => new Date(clock()).getUTCFullYear();

  /** @returns undefined where it took too long */
  async function read<T>(
    text: string,
    options: Omit<MatchOptions, "thisYear">,
    then: (matches: Matches, reader: SearchReader) => Promise<T>,
  ): Promise<T | undefined> {
    await refresh();
    return search.read(async (reader) => {
      const matches = await findMatches(text, vocabulary, reader, { ...options, thisYear: thisYear() });
      return then(matches, reader);
    });
  }

  return {
    /** What is found among all kinds, or one of them, by somebody; best first. */
    async find(actor: Actor, { text, exact = false, page = 0, size = PAGE_SIZE, ...filter }: SearchInput) {
      const options = { actor, filter, reach: EXACT, exact };
      const found = await read(text, options, async (matches, reader): Promise<SearchResult> => {
        const items = matches.best.map(({ item }) => item);
        const ids = items.slice(page * size, (page + 1) * size).map(({ id }) => id);
        const isNone = items.length === 0 && queryWords(text).length > 0;
        const corrected = correctedQuery(text, matches);
        return {
          rows: await reader.rows(ids, actor),
          total: items.length,
          isMore: matches.isMore,
          page,
          size,
          filters: recognisedFilters(text, matches),
          facets: facetsOf(items),
          ...(corrected ? { corrected } : {}),
          terms: termsOf(matches),
          nearest: isNone ? await nearestCourses(matches.parts, vocabulary, reader, { actor, filter }) : [],
          isIncomplete: !(await reader.isComplete()),
        };
      });
      if (!found) throw new DomainError("unavailable");
      return found;
    },

    /** What a list shows this reader of a search. */
    async inList(actor: Actor, text: string, filter: SearchFilter): Promise<ListedMatches> {
      const options = { actor, filter, reach: LIST_REACH };
      const found = await read(text, options, async (matches, reader): Promise<ListedMatches> => {
        const ids = matches.best.map(({ item }) => item.id);
        return { ids, count: ids.length };
      });
      if (!found) throw new DomainError("unavailable");
      return found;
    },

    /** What somebody may be typing: courses and titles, 8 at most. */
    async suggest(actor: Actor, text: string, filter: SearchFilter = {}): Promise<Suggestion[]> {
      const options = { actor, filter, reach: SUGGEST_REACH };
      const found = await read(text, options, (matches, reader) => suggestionsOf(matches, reader, options));
      return found ?? [];
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;
