import { paginatorPages } from "./paginator-pages.ts";
import { useMessages } from "./messages.ts";

export interface PaginatorProps {
  pageCount: number;
  /** The current page, zero-based. */
  selected: number;
  /** The address of a zero-based page. */
  hrefOf: (page: number) => string;
}

/** The pages as ordinary links (spec §9). */
export function Paginator({ pageCount, selected, hrefOf }: PaginatorProps) {
  const { list } = useMessages();
  if (pageCount <= 1) return null;
  return (
    <nav className="paginator" aria-label={list.pages}>
      <ul>
        <Step label={list.previous} rel="prev" href={selected > 0 ? hrefOf(selected - 1) : undefined} />
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
        <Step
          label={list.next}
          rel="next"
          href={selected < pageCount - 1 ? hrefOf(selected + 1) : undefined}
        />
      </ul>
    </nav>
  );
}

/** A link to the previous or next page. On the first or last page it is disabled. */
function Step({ label, rel, href }: { label: string; rel: "prev" | "next"; href: string | undefined }) {
  return (
    <li>
      {href === undefined ? (
        <span className="off" role="link" aria-disabled="true">
          {label}
        </span>
      ) : (
        <a href={href} rel={rel}>
          {label}
        </a>
      )}
    </li>
  );
}
