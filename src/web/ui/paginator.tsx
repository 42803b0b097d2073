import { paginatorPages } from "./paginator-pages.ts";
import { useMessages } from "./messages.ts";

export interface PaginatorProps {
  pageCount: number;
  /** Zero-based. */
  selected: number;
  /** The address of a zero-based page. */
  hrefOf: (page: number) => string;
}

/** Pages as real links (spec §9). */
export function Paginator({ pageCount, selected, hrefOf }: PaginatorProps) {
  const { list } = useMessages();
  if (pageCount <= 1) return null;
  return (
    <nav className="paginator" aria-label={list.pages}>
      <ul>
        <li>
          {selected > 0 ? (
            <a href={hrefOf(selected - 1)} rel="prev">
              {list.previous}
            </a>
          ) : (
            <span className="off">{list.previous}</span>
          )}
        </li>
        {paginatorPages(pageCount, selected).map((page, index) =>
          page === "break" ? (
            <li key={`before-${index}`}>
              <span>...</span>
            </li>
          ) : (
            <li key={page}>
              <a
                href={hrefOf(page)}
                aria-label={list.pageNumber(page + 1)}
                aria-current={page === selected ? "page" : undefined}
              >
                {page + 1}
              </a>
            </li>
          ),
        )}
        <li>
          {selected < pageCount - 1 ? (
            <a href={hrefOf(selected + 1)} rel="next">
              {list.next}
            </a>
          ) : (
            <span className="off">{list.next}</span>
          )}
        </li>
      </ul>
    </nav>
  );
}
