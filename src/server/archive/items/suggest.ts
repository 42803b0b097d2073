import { kindNamed } from "../../../shared/kinds/index.ts";
import { type SuggestedFacet, suggestedFacets } from "../../../shared/facets.ts";
import type { Course, SuggestionsRepo } from "./suggestions.repo.ts";

/** The suggestions for a kind's form, most used first. */
export type Suggestions = Partial<Record<SuggestedFacet, string[]>> & { courses?: Course[] };

export function createSuggest(suggestionsRepo: SuggestionsRepo) {
  /**
   * Suggests values for the facets of the kind. The values come from public items, so every requester gets
   * the same values.
   */
  return async function suggest(kindName: string): Promise<Suggestions> {
    const columns = new Set(Object.values(kindNamed(kindName).fields).map((field) => field.column));
    const values = suggestedFacets
      .filter((column) => columns.has(column))
      .map(async (column) => [column, await suggestionsRepo.values(column)] as const);
    const courses = columns.has("code") ? { courses: await suggestionsRepo.courses() } : {};
    return { ...Object.fromEntries(await Promise.all(values)), ...courses };
  };
}
