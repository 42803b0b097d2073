import { kindNamed } from "../../../shared/kinds/index.ts";
import { type SuggestedFacet, suggestedFacets } from "../../../shared/facets.ts";
import type { Course, SuggestionsRepo } from "./suggestions.repo.ts";

/** The suggestions of a kind's form, most used first. */
export type Suggestions = Partial<Record<SuggestedFacet, string[]>> & { courses?: Course[] };

/** @returns what the archive suggests for a kind's form, for the service */
export function createSuggest(suggestionsRepo: SuggestionsRepo) {
  /** For the facets of the kind: values of public items, for every requester. */
  return async function suggest(kindName: string): Promise<Suggestions> {
    const columns = new Set(Object.values(kindNamed(kindName).fields).map((field) => field.column));
    const values = suggestedFacets
      .filter((column) => columns.has(column))
      .map(async (column) => [column, await suggestionsRepo.values(column)] as const);
    const courses = columns.has("code") ? { courses: await suggestionsRepo.courses() } : {};
    return { ...Object.fromEntries(await Promise.all(values)), ...courses };
  };
}
