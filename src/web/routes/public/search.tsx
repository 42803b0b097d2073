import { redirect } from "react-router";
import { type CourseCard, coursePath, type ExamKey } from "../../../shared/courses/courses.ts";
import { searchQuerySchema } from "../../../shared/schemas/search-query.ts";
import { pageQuery } from "../../addresses/list-query.ts";
import { FoundCourse, FoundCourses } from "../../features/course/found-courses.tsx";
import { Hits } from "../../features/search/hits.tsx";
import { FollowButton } from "../../features/wanted/follow-button.tsx";
import { HighlightTerms } from "../../items/highlighted.tsx";
import { OpenedCourse } from "../../items/opened-course.tsx";
import { NothingFound } from "../../features/search/nothing-found.tsx";
import { SearchChips } from "../../features/search/search-chips.tsx";
import { SEARCH_PATH, searchHref } from "../../features/search/search-href.ts";
import { SearchNarrow } from "../../features/search/search-narrow.tsx";
import { SearchNotices } from "../../features/search/search-notices.tsx";
import type { SearchNotes } from "../../page/context.ts";
import { pageLoader } from "../../page/loaders.ts";
import { leaveMergedDepartment } from "../../page/merged-departments.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import styles from "../../styles/search-page.css?url";
import type { Route } from "./+types/search.ts";

/** `q` is also accepted, because most sites, browsers and people use this name. */
function withSearch(params: URLSearchParams): URLSearchParams {
  const q = params.get("q");
  if (!q || params.get("search")) return params;
  const named = new URLSearchParams(params);
  named.set("search", q);
  return named;
}

export const loader = pageLoader(async ({ url, services, present, noStore }) => {
  const query = pageQuery(searchQuerySchema, withSearch(url.searchParams));
  const { search: text = "", exact, ...input } = query;
  if (text.trim() === "") return { query, found: undefined };
  const named = await services.universities.named(query);
  leaveMergedDepartment(query, named, ({ department }) => searchHref({ ...query, department }));
  // Public pages show everybody what a visitor may see, also admins.
  const status = "Approved" as const;
  const { rows, ...found } = await services.search.find(undefined, {
    ...input,
    status,
    text,
    exact: exact === "1",
  });
  if (found.isCut || found.isIncomplete) noStore();
  const pageCount = Math.ceil(found.total / found.size);
  if (rows.length === 0 && found.page > 0 && pageCount > 0)
    throw redirect(searchHref({ ...query, page: Math.min(found.page, pageCount) - 1 }));
  const { keys, isOne } = found.courses;
  const [first] = found.page === 0 ? keys : [];
  const card = first && isOne ? await services.courses.card(undefined, first) : undefined;
  const missing = card && missingExam(found.filters, card);
  const courses = first && !card ? await services.courses.listed(keys.slice(0, MAX_COURSES)) : [];
  return { query, found: { ...found, pageCount, items: rows.map(present), card, missing, courses } };
});

/** The exam that a query names and the course doesn't have, such as "mid 2018". */
function missingExam(filters: SearchNotes["filters"], { grid }: CourseCard): ExamKey | undefined {
  const only = (name: string) => {
    const values = filters.find((filter) => filter.name === name)?.values ?? [];
    return values.length === 1 ? values[0] : undefined;
  };
  const [year, examType] = [Number(only("year")), only("exam")];
  if (!year || examType === undefined) return undefined;
  const isSame = (exam: ExamKey) => exam.year === year && exam.examType === examType;
  const isWanted = year <= grid.now.year && !grid.cells.some(isSame) && !grid.notHeld.some(isSame);
  return isWanted ? { year, examType, term: "" } : undefined;
}

/** The maximum number of courses that the page offers if several fit. */
const MAX_COURSES = 5;

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

/** The search over all kinds. It is an addition to the specification. */
export default function Search({ loaderData }: Route.ComponentProps) {
  const { query, found } = loaderData;
  const { list, searchPage } = useMessages();
  const { search: text = "" } = query;
  return (
    <main id="main" className="page">
      <PageTitle title={text ? searchPage.titleOf(text) : searchPage.title} description={searchPage.about} />
      <h1>{searchPage.title}</h1>
      <form method="get" action={SEARCH_PATH} className="search-row" role="search">
        <input
          type="search"
          data-suggest=""
          name="search"
          defaultValue={text}
          placeholder={searchPage.hint}
          aria-label={searchPage.label}
          maxLength={500}
        />
        <button>{searchPage.submit}</button>
      </form>
      {found ? (
        <section aria-label={searchPage.titleOf(text)}>
          <SearchChips query={query} recognised={found.filters} />
          <SearchNotices
            notes={found}
            total={found.total}
            exactHref={searchHref({ ...query, page: undefined, exact: "1" })}
            sameHref={searchHref(query)}
          />
          {found.items.length === 0 && !found.isCut && (
            <NothingFound text={text} nearest={found.nearest} hrefOf={(search) => searchHref({ search })} />
          )}
          {found.items.length > 0 && (
            <>
              <p className="count">
                {list.found(found.total, found.isMore, found.page + 1, found.pageCount)}
              </p>
              {found.card && (
                <FoundCourse card={found.card} missing={found.missing}>
                  {/* All readers share this page, so it doesn't know who follows the course. */}
                  <FollowButton course={found.card.course} isMine={false} back={searchHref(query)}>
                    <OpenedCourse course={found.card.course} />
                  </FollowButton>
                </FoundCourse>
              )}
              {found.courses.length > 0 && <FoundCourses courses={found.courses} />}
              <SearchNarrow query={query} facets={found.facets} isMore={found.isMore} />
              <HighlightTerms value={found.terms}>
                <Hits items={found.items} above={found.card && coursePath(found.card.course)} />
              </HighlightTerms>
            </>
          )}
          <Paginator
            pageCount={found.pageCount}
            selected={found.page}
            hrefOf={(page) => searchHref({ ...query, page })}
          />
        </section>
      ) : (
        <p>{searchPage.start}</p>
      )}
    </main>
  );
}
