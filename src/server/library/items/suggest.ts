import { kindNamed } from "../../../shared/kinds/index.ts";
import { type SuggestedFacet, suggestedFacets } from "../../../shared/facets/facets.ts";
import type { KnownUniversity } from "../../../shared/courses/universities.ts";
import type { UniversitiesService } from "../universities/universities.service.ts";
import type { Course, SuggestionsRepo } from "./suggestions.repo.ts";

/** The suggestions for a kind's form, most used first. */
export type Suggestions = Partial<Record<SuggestedFacet, string[]>> & {
  courses?: Course[];
  /** The universities of the country with all their names. */
  universities?: KnownUniversity[];
};

export function createSuggest(
  suggestionsRepo: SuggestionsRepo,
  universities: Pick<UniversitiesService, "known">,
) {
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
    const known = columns.has("university") ? { universities: await universities.known() } : {};
    return { ...Object.fromEntries(await Promise.all(values)), ...courses, ...known };
  };
}
