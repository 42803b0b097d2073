import { offeredFacets } from "../../shared/facets/facets.ts";
import type { Kind } from "../../shared/kinds/index.ts";
import type { ListQuery } from "../../shared/schemas/list-query.ts";

/** Whether a kind's list has filters. */
export function hasFilters(kind: Kind): boolean {
  return Object.values(kind.fields).some(({ column }) => offeredFacets.some((name) => name === column));
}

export function listHref(path: string, query: ListQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && !(name === "page" && one === 0)) params.append(name, String(one));
    }
  }
  const search = params.toString();
  return search ? `${path}?${search}` : path;
}
