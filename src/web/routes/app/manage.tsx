import { useEffect, useRef, useState } from "react";
import { Link, redirect, useFetcher } from "react-router";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { statuses, type Status } from "../../../shared/status.ts";
import type { Item } from "../../context.ts";
import { detailsHref, titleOf } from "../../features/resources/item-names.ts";
import { listHref } from "../../features/resources/list-href.ts";
import { pageListQuery } from "../../features/resources/list-query.ts";
import { kindAt } from "../../kind-at.ts";
import { useKindWords } from "../../kind-words.ts";
import { type Attempt, adminLoader, formFields, pageAction, redirectWithToast } from "../../page.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/manage.ts";

export const loader = adminLoader(async ({ pattern, url, services, actor, present }) => {
  const kind = kindAt(pattern);
  const { status, page = 0 } = pageListQuery(url.searchParams);
  const [found, total] = await Promise.all([
    services.resources.list(actor, kind.name, { status, page }),
    services.resources.count(actor, kind.name, {}),
  ]);
  const pageCount = Math.ceil(found.count / found.size);
  if (found.rows.length === 0 && page > 0)
    throw redirect(listHref(pattern, { status, page: Math.max(0, pageCount - 1) }));
  return {
    kindName: kind.name,
    path: pattern,
    query: { status, page },
    items: found.rows.map(present),
    total,
    count: found.count,
    first: page * found.size,
    pageCount,
  };
});

export const action = pageAction(async (page) => {
  const { pattern, url, form, services, actor, messages, present } = page;
  const kind = kindAt(pattern);
  const { id = "", status } = formFields(form);
  const { modified } = await services.resources.setStatus(actor, kind.name, id, { status });
  const item = present(await services.resources.get(actor, kind.name, id));
  const { admin } = messages;
  const detail = (modified ? admin.updatedDetail : admin.unchangedDetail)(rowTitle(item), item.status);
  return redirectWithToast(page, url.pathname + url.search, { title: admin.updated, detail });
});

/** "Total X" and the table where an admin sets each item's status (spec §2). */
export default function Manage({ loaderData, actionData }: Route.ComponentProps) {
  const { kindName, path, query, items, total, count, pageCount } = loaderData;
  const { admin } = useMessages();
  const words = useKindWords(kindNamed(kindName));
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={words.manage} failed={attempt !== undefined} />
      <h1>{words.manage}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>
        <strong>
          {words.total}: {total}
        </strong>
        {query.status && ` · ${admin.shown(count)}`}
      </p>
      <StatusFilter path={path} chosen={query.status} />
      {items.length === 0 ? <p className="empty">{admin.none}</p> : <Table {...loaderData} />}
      <Paginator
        pageCount={pageCount}
        selected={query.page}
        hrefOf={(page) => listHref(path, { ...query, page })}
      />
    </>
  );
}

function StatusFilter({ path, chosen }: { path: string; chosen: Status | undefined }) {
  const { admin, status: words } = useMessages();
  return (
    <nav className="chips" aria-label={admin.filter}>
      {[undefined, ...statuses].map((status) => (
        <Link
          key={status ?? "all"}
          to={listHref(path, { status })}
          aria-current={chosen === status ? "page" : undefined}
        >
          {status ? words[status] : admin.all}
        </Link>
      ))}
    </nav>
  );
}

function Table({ kindName, items, first }: Route.ComponentProps["loaderData"]) {
  const { admin } = useMessages();
  const kind = kindNamed(kindName);
  const words = useKindWords(kind);
  const table = useRef<HTMLTableElement>(null);
  const shown = useRef(items);
  // An updated row may leave a filtered list with the focus in it; the table keeps the reader's place.
  useEffect(() => {
    const changed = shown.current !== items;
    shown.current = items;
    if (changed && document.activeElement === document.body) table.current?.focus({ preventScroll: true });
  }, [items]);
  return (
    <table ref={table} tabIndex={-1} aria-label={words.manage}>
      <thead>
        <tr>
          <th scope="col">{admin.number}</th>
          <th scope="col">{words.fields[kind.title]?.label}</th>
          <th scope="col">{words.uploader}</th>
          <th scope="col">{admin.status}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <Row key={item._id} kind={kind} item={item} number={first + index + 1} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ kind, item, number }: { kind: Kind; item: Item; number: number }) {
  const { admin } = useMessages();
  const words = useKindWords(kind);
  const title = rowTitle(item);
  const href = kind.parent
    ? `${kindNamed(kind.parent.kind).pages.details}/${item.parentId}`
    : detailsHref(item);
  return (
    <tr>
      <td data-label={admin.number}>{number}</td>
      <td data-label={words.fields[kind.title]?.label}>
        <a href={href}>{title}</a>
      </td>
      <td data-label={words.uploader}>{item.email}</td>
      <td data-label={admin.status}>
        <StatusForm item={item} title={title} />
      </td>
    </tr>
  );
}

/** An answer is known by its question. */
function rowTitle(item: Item): string {
  const title = titleOf(item);
  const { code, subject, year } = item.fields;
  return kindNamed(item.kind).parent ? `${title}: ${code} ${subject} ${year}` : title;
}

/** Update can be pressed once a different status is chosen; without JavaScript an unchanged one changes nothing. */
function StatusForm({ item, title }: { item: Item; title: string }) {
  const { admin, status: words } = useMessages();
  // A choice counts as long as the status is the one that it was made against.
  const [choice, setChoice] = useState<{ from: Status; to: Status }>();
  const chosen = choice?.from === item.status ? choice.to : item.status;
  const hydrated = useHydrated();
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="id" value={item._id} />
      <Stamp status={item.status} />
      <select
        name="status"
        aria-label={admin.statusOf(title)}
        value={chosen}
        onChange={(event) => setChoice({ from: item.status, to: event.target.value as Status })}
      >
        {[item.status, ...statuses.filter((status) => status !== item.status)].map((status) => (
          <option key={status} value={status}>
            {words[status]}
          </option>
        ))}
      </select>
      <button disabled={fetcher.state !== "idle" || (hydrated && chosen === item.status)}>
        {admin.update}
        <span className="visually-hidden">: {title}</span>
      </button>
    </fetcher.Form>
  );
}
