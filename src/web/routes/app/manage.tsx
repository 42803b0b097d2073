import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { parseStatus, statuses, type Status } from "../../../shared/items/status.ts";
import { removalAct, setStatusAct } from "../../features/moderation/moderation-acts.ts";
import { askedReason } from "../../features/moderation/asked-reason.ts";
import { ManageRow } from "../../features/moderation/manage-row.tsx";
import { SimilarLink } from "../../items/similar.tsx";
import { attemptOn, problemsInRow } from "../../items/reason-field.tsx";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageCountOf } from "../../addresses/page-count.ts";
import { kindAt } from "../../addresses/kind-at.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/manage.ts";

export const loader = adminLoader(async ({ pattern, url, services, actor, policy, present }) => {
  const kind = kindAt(pattern);
  const { status, page = 0 } = pageListQuery(url.searchParams);
  const [found, total] = await Promise.all([
    services.resources.list(actor, kind.name, { status, page }),
    services.resources.count(actor, kind.name, {}),
  ]);
  // A moderator also sees the approved items of other areas, as every reader does, but decides on none of them.
  const moderated = found.rows.filter((row) => policy.moderate(actor, row)).map(({ id }) => id);
  const [similar, reasons] = await Promise.all([
    services.duplicates.counts(actor, moderated),
    services.reasons.texts(actor),
  ]);
  const pageCount = pageCountOf(pattern, { status }, found);
  return {
    kindName: kind.name,
    path: pattern,
    query: { status, page },
    items: found.rows.map(present),
    moderated,
    reasons,
    similar,
    total,
    count: found.count,
    first: page * found.size,
    pageCount,
  };
});

export const action = pageAction(async (page) => {
  const { pattern, url, form } = page;
  const { id = "", act, status = "", reason, returned, version } = formFields(form);
  const back = url.pathname + url.search;
  if (act === "restore") return redirectWithToast(page, back, await removalAct(page, act, { id }));
  if (act === "remove")
    return redirectWithToast(page, back, await removalAct(page, act, { id, reason: askedReason(reason) }));
  const cancels = parseStatus(status) === "Cancelled";
  const asked = { id, kind: kindAt(pattern).name, status, version };
  const change = {
    ...asked,
    ...(cancels ? { reason: askedReason(reason), returned: returned === "yes" } : {}),
  };
  return redirectWithToast(page, back, await setStatusAct(page, change));
});

export const shouldRevalidate = revalidateWhenRefused;

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
      {attempt && <ErrorSummary problems={problemsInRow(attempt, "remove")} message={attempt.message} />}
      <p>
        <strong>
          {words.total}: {total}
        </strong>
        {query.status && ` · ${admin.shown(count)}`}
      </p>
      <StatusFilter path={path} chosen={query.status} />
      {items.length === 0 ? (
        <p className="empty">{admin.none}</p>
      ) : (
        <Table {...loaderData} attempt={attempt} />
      )}
      <Paginator
        pageCount={pageCount}
        selected={query.page}
        hrefOf={(page) => listHref(path, { ...query, page })}
      />
    </>
  );
}

type TableProps = Route.ComponentProps["loaderData"] & { attempt: Attempt | undefined };

function StatusFilter({ path, chosen }: { path: string; chosen: Status | undefined }) {
  const { admin, status: words } = useMessages();
  return (
    <nav className="own-tabs" aria-label={admin.filter}>
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

function Table({ kindName, items, moderated, reasons, similar, first, attempt }: TableProps) {
  const { admin } = useMessages();
  const kind = kindNamed(kindName);
  const words = useKindWords(kind);
  const table = useRef<HTMLTableElement>(null);
  const shown = useRef(items);
  // A changed row may disappear from a filtered list and lose focus, so the focus moves to the table.
  useEffect(() => {
    const changed = shown.current !== items;
    shown.current = items;
    if (changed && document.activeElement === document.body) table.current?.focus({ preventScroll: true });
  }, [items]);
  return (
    <>
      <datalist id="reasons">
        {reasons.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
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
            <ManageRow
              key={item._id}
              kind={kind}
              item={item}
              number={first + index + 1}
              isInArea={moderated.includes(item._id)}
              similar={<SimilarLink item={item} count={similar[item._id]} />}
              attempt={attemptOn(attempt, item)}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
