import { departmentKey } from "../../shared/departments.ts";
import type { Found } from "./search.repo.ts";

/** What a search can be narrowed by. */
export const searchFacets = ["kind", "department", "year", "semester"] as const;
export type SearchFacet = (typeof searchFacets)[number];

export interface CountedValue {
  value: string;
  count: number;
}

/** How many of these items there are by each value, most frequent first; values in the letters met first. */
export function facetsOf(items: readonly Found[]): Record<SearchFacet, CountedValue[]> {
  const facets = searchFacets.map((name) => [name, countedBy(items, name)] as const);
  return Object.fromEntries(facets) as Record<SearchFacet, CountedValue[]>;
}

function countedBy(items: readonly Found[], name: SearchFacet): CountedValue[] {
  const counts = new Map<string, CountedValue>();
  for (const item of items) {
    const value = item[name];
    if (value === null) continue;
    const text = String(value);
    const key = name === "department" ? departmentKey(text) : text;
    const counted = counts.get(key) ?? { value: text, count: 0 };
    counted.count += 1;
    counts.set(key, counted);
  }
  return [...counts.values()].toSorted(
    (one, other) => other.count - one.count || (one.value < other.value ? -1 : 1),
  );
}
