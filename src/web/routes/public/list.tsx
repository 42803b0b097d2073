import { Cards } from "../../features/list/card.tsx";
import { Chips } from "../../features/list/chips.tsx";
import { EmptyList } from "../../features/list/empty-list.tsx";
import { Filters, HiddenFilters, ListStatus } from "../../features/list/filters.tsx";
import { hasFilters, listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageCountOf } from "../../addresses/page-count.ts";
import { HighlightTerms } from "../../items/highlighted.tsx";
import { NothingFound } from "../../features/search/nothing-found.tsx";
import { useRecognised } from "../../features/search/recognised.ts";
import { SearchNotices } from "../../features/search/search-notices.tsx";
import { ViewerScript } from "../../items/viewer.tsx";
import { kindAt } from "../../addresses/kind-at.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { pageLoader } from "../../page/loaders.ts";
import { leaveMergedDepartment } from "../../page/merged-departments.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/list.ts";

export const loader = pageLoader(async ({ pattern, url, services, present, noStore, origin }) => {
  const path = pattern;
  const kind = kindAt(pattern);
  // Public pages show everybody what a visitor may see, also admins. The admin area shows the other items.
  const typed = { ...pageListQuery(url.searchParams), status: "Approved" as const };
  // The filters show the name of the university, whichever of its names the address has.
  const query = await services.universities.named(typed);
  leaveMergedDepartment(typed, query, (named) => listHref(path, { ...named, status: undefined }));
  const { rows, size, ...found } = await services.resources.browse(undefined, kind.name, query);
  const { count, page } = found;
  if (found.notes?.isCut || found.notes?.isIncomplete) noStore();
  const filters = { ...query, status: undefined };
  const pageCount = pageCountOf(path, filters, { rows, count, page, size });
  return {
    path,
    // A list can have several addresses. All of them name the first one as canonical (RFC 6596).
    canonical: origin + listHref(kind.pages.lists[0] as string, { ...filters, page }),
    query: filters,
    items: rows.map(present),
    pageCount,
    ...found,
  };
});

/** The list of a kind: Find All Questions, Books Collection, Important Notes and so on (spec §2). */
export default function List({ loaderData }: Route.ComponentProps) {
  const { path, canonical, query, items, count, isMore, page, pageCount, facets, moreIn, notes } = loaderData;
  const kind = kindAt(path);
  const words = useKindWords(kind);
  const { list } = useMessages();
  const { search = "" } = query;
  const searchHref = (other: string) =>
    listHref(path, { ...query, page: undefined, exact: undefined, search: other || undefined });
  const recognised = useRecognised(notes?.filters ?? [], searchHref);
  return (
    <main id="main" className="page">
      <PageTitle title={words.listTitle} description={list.about(words.many)} />
      <link rel="canonical" href={canonical} />
      <h1>{words.listTitle}</h1>
      <form method="get" action={path} className="search-row" role="search">
        <span hidden data-live="">
          <HiddenFilters query={query} except={["search", "exact", "page"]} />
        </span>
        <input
          type="search"
          data-suggest=""
          name="search"
          defaultValue={query.search}
          placeholder={words.listSearch}
          aria-label={list.search}
          maxLength={500}
        />
        <button>{list.search}</button>
      </form>
      <div className={hasFilters(kind) ? "list-with-filters" : undefined}>
        {hasFilters(kind) && (
          <Filters
            kind={kind}
            path={path}
            query={query}
            facets={facets}
            moreIn={moreIn}
            count={count}
            isMore={isMore}
          />
        )}
        <div>
          {hasFilters(kind) && <ListStatus />}
          <section aria-label={words.many} data-live="">
            <Chips kind={kind} path={path} query={query} recognised={recognised} />
            {notes && (
              <SearchNotices
                notes={notes}
                total={count}
                exactHref={listHref(path, { ...query, page: undefined, exact: "1" })}
                sameHref={listHref(path, query)}
              />
            )}
            {count === 0 && notes && !notes.isCut && (
              <NothingFound
                text={search}
                nearest={notes.nearest}
                hrefOf={(other) => listHref(path, { search: other })}
              >
                <a className="button quiet" href={path}>
                  {list.clear}
                </a>
                <a className="button quiet" href={`/dashboard/${kind.pages.add}`}>
                  {list.contributeMissing}
                </a>
              </NothingFound>
            )}
            {count === 0 && !notes && <EmptyList kind={kind} path={path} query={query} />}
            {count > 0 && <p className="count">{list.found(count, isMore, page + 1, pageCount)}</p>}
            <HighlightTerms value={notes?.terms ?? []}>
              <Cards kind={kind} items={items} />
            </HighlightTerms>
            <Paginator
              pageCount={pageCount}
              selected={page}
              hrefOf={(target) => listHref(path, { ...query, page: target })}
            />
          </section>
        </div>
      </div>
      <ViewerScript items={items} />
    </main>
  );
}
