import { facets, narrowingFacets, type OfferedFacet } from "../../../shared/facets.ts";
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
  const counts = new Map<string, CountedValue>();
  for (const item of items) {
    const value = item[name];
    if (value === null) continue;
    const text = String(value);
    // The filter ignores upper and lower case, so the counts must ignore case too.
    const key = name === "kind" ? text : facets[name].fold(text);
    const counted = counts.get(key) ?? { value: text, count: 0 };
    counted.count += 1;
    counts.set(key, counted);
  }
  return [...counts.values()].toSorted(
    (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
  );
}
