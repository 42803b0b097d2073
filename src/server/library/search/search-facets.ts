import { facets, narrowingFacets, type OfferedFacet } from "../../../shared/facets/facets.ts";
import type { CountedValue } from "../items/search-in-list.ts";
import type { FoundEntry } from "./search-engine.repo.ts";

/** The facets that filter a search over all kinds. */
export const searchFacets = ["kind", ...narrowingFacets] as const;

/**
 * Counts these items by the values of each facet, the most frequent value first. Each value keeps its first
 * spelling.
 */
export function facetsOf<Facet extends "kind" | OfferedFacet>(
  items: readonly FoundEntry[],
  names: readonly Facet[],
): Record<Facet, CountedValue[]> {
  return Object.fromEntries(names.map((name) => [name, countedBy(items, name)])) as Record<
    Facet,
    CountedValue[]
  >;
}

function countedBy(items: readonly FoundEntry[], name: "kind" | OfferedFacet): CountedValue[] {
  const bySpelling = new Map<string, number>();
  for (const item of items) {
    const value = item[name];
    if (value !== null) bySpelling.set(String(value), (bySpelling.get(String(value)) ?? 0) + 1);
  }
  const counts = new Map<string, CountedValue>();
  for (const [value, count] of bySpelling) {
    // The filter ignores upper and lower case, so the counts must ignore case too.
    const key = name === "kind" ? value : facets[name].fold(value);
    const counted = counts.get(key);
    if (counted) counted.count += count;
    else counts.set(key, { value, count });
  }
  return [...counts.values()].toSorted(
    (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
  );
}
