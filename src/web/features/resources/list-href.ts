import type { FacetColumn, Kind } from "../../../shared/kinds/index.ts";
import type { ListQuery } from "../../../shared/schemas/list-query.ts";

/** The facets a kind's list can filter by. */
export function filterColumns(kind: Kind): Set<FacetColumn> {
  return new Set(Object.values(kind.fields).flatMap((field) => field.column ?? []));
}

/** Whether a kind's list has any filter to show. */
export function hasFilters(kind: Kind): boolean {
  const columns = filterColumns(kind);
  return columns.has("department") || columns.has("year") || columns.has("semester");
}

/** The address of a list with these filters. */
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
