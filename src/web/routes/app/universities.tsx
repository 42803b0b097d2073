import { Form, Link } from "react-router";
import { departmentsMessages } from "../../../shared/messages/en-departments.ts";
import { invalid } from "../../../shared/problems/errors.ts";
import {
  AddUniversity,
  EditUniversity,
  MergeUniversity,
} from "../../features/universities/university-forms.tsx";
import { UniversityTable } from "../../features/universities/university-table.tsx";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { SearchRow } from "../../features/list/search-row.tsx";
import type { ListedUniversity } from "../../page/context.ts";
import { foundRows } from "../../page/found-rows.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/universities.ts";

/**
 * With `?id=`, one university. Otherwise the confirmed universities in pages, and the names to check, the most frequent
 * first; the first of them are shown, because a checked name leaves the list.
 */
export const loader = adminLoader(async ({ pattern, url, services, actor }) => {
  const id = url.searchParams.get("id");
  const all = await services.universities.list(actor);
  const chosen = id === null ? undefined : await services.universities.get(actor, id);
  const query = pageListQuery(url.searchParams);
  const unconfirmed = all
    .filter(({ isConfirmed }) => !isConfirmed)
    .toSorted((one, other) => other.items - one.items);
  return {
    path: pattern,
    chosen,
    names: chosen ? all.flatMap(({ name, isConfirmed }) => (isConfirmed ? [name] : [])) : [],
    toCheck: foundRows(unconfirmed, { search: query.search }, textOfUniversity),
    confirmed: foundRows(
      all.filter(({ isConfirmed }) => isConfirmed),
      query,
      textOfUniversity,
    ),
  };
});

const DEPARTMENTS = "/admin-dashboard/departments";

const textOfUniversity = ({ name, banglaName, otherNames }: ListedUniversity): string =>
  [name, banglaName, ...otherNames].join(" ");

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, messages } = page;
    const words = messages.universities;
    const [id, name] = [textOf(form, "id"), textOf(form, "name")];
    const names = { name, banglaName: textOf(form, "banglaName"), otherNames: textOf(form, "otherNames") };
    switch (textOf(form, "act")) {
      case "add":
        await services.universities.add(actor, names);
        return redirectWithToast(page, listHref(pattern, { search: name }), {
          title: words.added,
          detail: words.addedDetail(name),
        });
      case "save":
        await services.universities.save(actor, { ...names, id, updatedAt: textOf(form, "updatedAt") });
        return redirectWithToast(page, pattern, { title: words.saved, detail: words.savedDetail(name) });
      case "merge": {
        const into = await services.universities.merge(actor, { id, into: textOf(form, "into") });
        return redirectWithToast(page, pattern, { title: words.merged, detail: words.mergedDetail(into) });
      }
      default:
        throw invalid("act", "invalid");
    }
  },
  ({ messages }) => messages.universities.fields,
);

/** The table of universities. Admins confirm, rename, merge and add universities. */
export default function Universities({ loaderData, actionData }: Route.ComponentProps) {
  const { universities: words, list } = useMessages();
  const departments = useMessages(departmentsMessages);
  const attempt = actionData as Attempt | undefined;
  const { path, chosen, names, toCheck, confirmed } = loaderData;
  const { search, page, pageCount } = confirmed;
  const title = chosen ? chosen.name : words.title;
  return (
    <>
      <PageTitle title={title} failed={attempt !== undefined} />
      <h1>{title}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      {chosen ? (
        <>
          <p>
            <Link to={path}>{words.back}</Link>
          </p>
          {!chosen.isConfirmed && <p>{words.unconfirmed}</p>}
          <p>
            <Link to={`${DEPARTMENTS}?university=${encodeURIComponent(chosen.id)}`}>{departments.open}</Link>
          </p>
          {/* With this key, each version gets a new form, so that the fields show the stored values. */}
          <Form method="post" noValidate className="narrow app-form" key={`${chosen.id} ${chosen.updatedAt}`}>
            <EditUniversity university={chosen} attempt={attempt} />
          </Form>
          <h2>{words.mergeTitle}</h2>
          <p>{words.mergeIntro(chosen.name)}</p>
          <Form method="post" noValidate className="narrow app-form">
            <MergeUniversity id={chosen.id} names={names} attempt={attempt} />
          </Form>
        </>
      ) : (
        <>
          <p>
            {words.intro} <a href="#add">{words.addTitle}</a>
          </p>
          <SearchRow path={path} search={search} label={words.search} />
          <h2>{words.toCheck}</h2>
          <Unconfirmed path={path} {...toCheck} />
          <h2>{words.confirmed}</h2>
          <p>
            {confirmed.count === 0 ? words.none : list.found(confirmed.count, false, page + 1, pageCount)}
          </p>
          {confirmed.count > 0 && (
            <UniversityTable label={words.confirmed} path={path} universities={confirmed.rows} />
          )}
          <Paginator
            pageCount={pageCount}
            selected={page}
            hrefOf={(target) => listHref(path, { search: search || undefined, page: target })}
          />
          <h2 id="add">{words.addTitle}</h2>
          <Form method="post" noValidate className="narrow app-form">
            <AddUniversity attempt={attempt} />
          </Form>
        </>
      )}
    </>
  );
}

interface UnconfirmedProps {
  path: string;
  rows: ListedUniversity[];
  count: number;
}

function Unconfirmed({ path, rows, count }: UnconfirmedProps) {
  const { universities: words } = useMessages();
  if (count === 0) return <p className="empty">{words.noneToCheck}</p>;
  return (
    <>
      <p>{words.toCheckIntro}</p>
      <UniversityTable label={words.toCheck} path={path} universities={rows} />
      {count > rows.length && <p>{words.moreToCheck(count - rows.length)}</p>}
    </>
  );
}
