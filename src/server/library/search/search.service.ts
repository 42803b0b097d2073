import type { NarrowingFacet, OfferedFacet } from "../../../shared/facets/facets.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { queryWords } from "../../../shared/search/query-words.ts";
import type { SearchFilter } from "../items/resource-filter.repo.ts";
import type { CountedValue, ListedMatches, SearchInput, SearchPage } from "../items/search-in-list.ts";
import type { CoursesService } from "../courses/courses.service.ts";
import { findMatches, type Matches } from "./find-matches.ts";
import type { MatchOptions } from "./match-options.ts";
import { type FoundCourses, foundCourses } from "./found-courses.ts";
import { nearestCourses } from "./nearest-courses.ts";
import { correctedQuery, leftOutOf, recognisedFilters, termsOf } from "./search-answers.ts";
import type { SearchReader, SearchRepo } from "./search.repo.ts";
import { facetsOf, searchFacets } from "./search-facets.ts";
import { suggestedItems, suggestionsOf, type Suggestion } from "./suggestions.ts";
import { createKnownWords } from "./known-words.ts";
import { lookupsOf, type WordLookups } from "./vocabulary.ts";

export interface SearchDependencies {
  searchRepo: SearchRepo;
  /** Describes the courses of suggestions. */
  courses: Pick<CoursesService, "listed">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
  /**
   * The time limit of a search, in ms; 500 by default. After it, a search returns the matches so far. A
   * search without any match starts again with `EXTENSION` times the limit, but each process runs only one
   * such search at a time.
   */
  patience?: number | undefined;
}

export interface SearchResult extends SearchPage {
  /** The courses that the query names. */
  courses: FoundCourses;
  /** The counts for the matches that `total` counts. */
  facets: Record<"kind" | NarrowingFacet, CountedValue[]>;
}

export interface Suggested {
  suggestions: Suggestion[];
  /** Whether the search reached its time limit. */
  isCut: boolean;
}

const PATIENCE = 500;
const EXTENSION = 6;
/** The number of matches that are ranked, counted, and paged through. */
const EXACT = 500;
const SUGGEST_REACH = 120;
const PAGE_SIZE = 10;

/** Searches items of every kind. */
export function createSearchService({ searchRepo, courses, clock, patience = PATIENCE }: SearchDependencies) {
  const words = createKnownWords(searchRepo.words, clock);

  const thisYear = () => new Date(clock()).getUTCFullYear();
  let isExtending = false;

  /** @param otherwise the result if the search reaches its time limit without a match */
  async function read<T>(
    text: string,
    options: Omit<MatchOptions, "thisYear">,
    then: (matches: Matches, reader: SearchReader, lookups: WordLookups) => Promise<T>,
    otherwise: T,
  ): Promise<T> {
    const { vocabulary, isBehind } = await words.current();
    const readFor = (ms: number) =>
      searchRepo.read(ms, async (reader) => {
        const lookups = lookupsOf(vocabulary, reader.isLate);
        const matches = await findMatches(text, lookups, reader, { ...options, thisYear: thisYear() });
        if (matches.isCut && matches.best.length === 0) return undefined;
        return then({ ...matches, isCut: matches.isCut || isBehind }, reader, lookups);
      });
    const answer = await readFor(patience);
    if (answer !== undefined) return answer;
    if (isExtending) return otherwise;
    isExtending = true;
    try {
      return (await readFor(EXTENSION * patience)) ?? otherwise;
    } finally {
      isExtending = false;
    }
  }

  async function pageOf(
    { actor, text, page = 0, size = PAGE_SIZE, ...filter }: Asked,
    matches: Matches,
    reader: SearchReader,
    lookups: WordLookups,
  ): Promise<SearchPage> {
    const ids = matches.best.slice(page * size, (page + 1) * size).map(({ item }) => item.id);
    const isNone = matches.best.length === 0 && queryWords(text).length > 0 && !reader.isLate();
    const corrected = correctedQuery(text, matches);
    const rows = await reader.rows(ids, actor);
    return {
      rows,
      total: matches.best.length,
      isMore: matches.isMore,
      page,
      size,
      filters: recognisedFilters(text, matches),
      ...(corrected ? { corrected } : {}),
      leftOut: leftOutOf(text, matches),
      terms: termsOf(matches, rows),
      nearest: isNone ? await nearestCourses(matches.parts, lookups, reader, { actor, filter }) : [],
      isIncomplete: !(await reader.isComplete()),
      isCut: matches.isCut,
    };
  }

  return {
    /** Finds items of all kinds, or of one kind. The best matches are first. */
    async find(actor: Actor, { text, exact = false, ...input }: SearchInput): Promise<SearchResult> {
      const { page: _page, size: _size, ...typed } = input;
      const filter = await searchRepo.named(typed);
      const options = { actor, filter, reach: EXACT, exact };
      const asked = { ...input, ...filter, actor, text };
      return read(
        text,
        options,
        async (matches, reader, lookups) => ({
          ...(await pageOf(asked, matches, reader, lookups)),
          courses: foundCourses(matches),
          facets: facetsOf(itemsOf(matches), searchFacets),
        }),
        { ...noPage(asked), courses: { keys: [], isOne: false }, facets: facetsOf([], searchFacets) },
      );
    },

    /**
     * Searches the items of a list for this reader.
     * @param options `facets` are the facets to count; `reach` is the number of matches that are ranked,
     *   counted and paged through
     */
    async inList(
      actor: Actor,
      { text, exact = false, ...input }: SearchInput,
      { facets: names = [], reach = EXACT }: { facets?: readonly OfferedFacet[]; reach?: number } = {},
    ): Promise<ListedMatches> {
      const { page: _page, size: _size, ...typed } = input;
      const filter = await searchRepo.named(typed);
      const options = { actor, filter, reach, exact };
      const asked = { ...input, ...filter, actor, text };
      const answer = async (
        matches: Matches,
        reader: SearchReader,
        lookups: WordLookups,
      ): Promise<ListedMatches> => {
        const isChosen = (name: OfferedFacet) => (filter[name]?.length ?? 0) > 0;
        const free = names.filter((name) => !isChosen(name));
        const facets: ListedMatches["facets"] = facetsOf(itemsOf(matches), free);
        const moreIn = matches.isMore ? [...free] : [];
        // The counts for a facet ignore the filter by that facet, so each facet with a filter needs a
        // separate search.
        for (const name of names.filter(isChosen)) {
          const others = { ...options, filter: { ...filter, [name]: undefined }, thisYear: thisYear() };
          const wider = await findMatches(text, lookups, reader, others);
          Object.assign(facets, facetsOf(itemsOf(wider), [name]));
          if (wider.isMore || wider.isCut) moreIn.push(name);
        }
        return { ...(await pageOf(asked, matches, reader, lookups)), facets, moreIn };
      };
      return read(text, options, answer, {
        ...noPage(asked),
        facets: facetsOf([], names),
        moreIn: [...names],
      });
    },

    /** Suggests courses, papers, other items and a department for the typed text, at most 9. */
    async suggest(actor: Actor, text: string, filter: SearchFilter = {}): Promise<Suggested> {
      const options = { actor, filter: await searchRepo.named(filter), reach: SUGGEST_REACH };
      const answer = async (matches: Matches, reader: SearchReader) => ({
        ...(await suggestedItems(matches, reader, options)),
        isCut: matches.isCut,
      });
      const found = await read(text, options, answer, undefined);
      if (!found) return { suggestions: [], isCut: true };
      const listed = await courses.listed(found.keys);
      return { suggestions: suggestionsOf(found, listed), isCut: found.isCut };
    },
  };
}

export type SearchService = ReturnType<typeof createSearchService>;

/** A search and its requester. */
interface Asked extends Omit<SearchInput, "exact"> {
  actor: Actor;
}

/** The empty page of a search that reached its time limit without a match. */
const noPage = ({ page = 0, size = PAGE_SIZE }: Asked): SearchPage => ({
  rows: [],
  total: 0,
  isMore: false,
  page,
  size,
  filters: [],
  leftOut: [],
  terms: [],
  nearest: [],
  isIncomplete: false,
  isCut: true,
});

const itemsOf = ({ best }: Matches) => best.map(({ item }) => item);
