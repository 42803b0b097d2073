import { withoutValue } from "../../../shared/facets/facets.ts";
import type { SearchQuery } from "../../../shared/schemas/search-query.ts";
import type { SearchResult } from "../../page/context.ts";
import { FilterChip } from "../../ui/filter-chip.tsx";
import { useMessages } from "../../ui/messages.ts";
import { searchHref } from "./search-href.ts";
import { useRecognised } from "./recognised.ts";
import { useSearchWords } from "./search-words.ts";

export interface SearchChipsProps {
  query: SearchQuery;
  /** Filters that the search recognised in the query. */
  recognised: SearchResult["filters"];
}

/** The filters of a search, both chosen and recognised. Each is a link that removes it. */
export function SearchChips({ query, recognised }: SearchChipsProps) {
  const { list } = useMessages();
  const words = useSearchWords();
  const { search, page: _page, size: _size, exact: _exact, status: _status, ...filters } = query;
  const read = useRecognised(recognised, (without) =>
    searchHref({ ...query, page: undefined, search: without }),
  );
  const chosen = Object.entries(filters).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => {
      if (one === undefined) return [];
      const said = list.filter(words.label(name), words.value(name, one));
      return [
        {
          said,
          href: searchHref({ search, ...withoutValue(filters, name, one) }),
          label: list.removeFilter(said),
        },
      ];
    }),
  );
  if (read.length + chosen.length === 0) return null;
  return (
    <ul className="chips">
      {[...read, ...chosen].map((chip) => (
        <FilterChip key={chip.said} {...chip} />
      ))}
    </ul>
  );
}
