import type { SearchQuery } from "../../../shared/schemas/search-query.ts";

export const SEARCH_PATH = "/search";

export function searchHref(query: Partial<SearchQuery>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== undefined && one !== "" && !(name === "page" && one === 0))
        params.append(name, String(one));
    }
  }
  const search = params.toString();
  return search ? `${SEARCH_PATH}?${search}` : SEARCH_PATH;
}
