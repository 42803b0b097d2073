import { facets, narrowingFacets } from "../../../shared/facets/facets.ts";
import type { SearchQuery } from "../../../shared/schemas/search-query.ts";
import type { SearchResult } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { searchHref } from "./search-href.ts";
import { useSearchWords } from "./search-words.ts";

/** The largest number of offered values of a facet. */
const MOST = 12;

export interface SearchNarrowProps {
  query: SearchQuery;
  facets: SearchResult["facets"];
  /** Whether the real counts may be higher. */
  isMore: boolean;
}

/**
 * Links that narrow down the results, with counts. Facets whose value is the same in all results are left
 * out.
 */
export function SearchNarrow({ query, facets: counted, isMore }: SearchNarrowProps) {
  const { list, searchPage } = useMessages();
  const words = useSearchWords();
  const offered = (["kind", ...narrowingFacets] as const).filter(
    (name) => counted[name].length > 1 && !query[name]?.length,
  );
  if (offered.length === 0) return null;
  return (
    <details className="narrow">
      <summary>{searchPage.narrow}</summary>
      {offered.map((name) => (
        <nav key={name} aria-label={words.label(name)}>
          <h2>{words.label(name)}</h2>
          <ul className="chips">
            {counted[name].slice(0, MOST).map(({ value, count }) => (
              <li key={value}>
                <a
                  href={searchHref({
                    ...query,
                    page: undefined,
                    [name]: name !== "kind" && facets[name].multiple ? [value] : value,
                  })}
                >
                  {list.option(words.value(name, value), count, isMore)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </details>
  );
}
