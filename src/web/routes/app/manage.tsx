import { Link, useFetcher } from "react-router";
import { useState } from "react";
import { kindNamed, kinds } from "../../../shared/kinds/index.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { statuses, type Status } from "../../../shared/status.ts";
import type { Item } from "../../context.ts";
import { detailsHref, titleOf } from "../../features/resources/item-names.ts";
import { listHref } from "../../features/resources/list-href.ts";
import { pageListQuery } from "../../features/resources/list-query.ts";
import { adminLoader, pageAction, redirectWithToast } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Route } from "./+types/manage.ts";

function kindAt(path: string) {
  const kind = kinds.find(({ pages }) => path === `/admin-dashboard/${pages.admin}`);
  if (!kind) throw new Error(`No table at ${path}`);
  return kind;
}

export const loader = adminLoader(async ({ url, services, actor, present }) => {
  const kind = kindAt(url.pathname);
  const { status, page } = pageListQuery(url.searchParams);
  const query = { status, page };
  const found = await services.resources.list(actor, kind.name, query);
  return {
    path: url.pathname,
    query,
    items: found.rows.map(present),
    count: found.count,
    first: found.page * found.size,
    page: found.page,
    pageCount: Math.ceil(found.count / found.size),
  };
});

export const action = pageAction(async ({ origin, url, form, services, actor }) => {
  const kind = kindAt(url.pathname);
  const [id, status, title] = ["id", "status", "title"].map((name) => String(form.get(name) ?? ""));
  const { modified } = await services.resources.setStatus(actor, kind.name, id as string, { status });
  const { admin } = messagesIn("en");
  const detail = (modified ? admin.updatedDetail : admin.unchangedDetail)(title as string, status as string);
  return redirectWithToast({ origin }, url.pathname + url.search, { title: admin.updated, detail });
});

/** "Total X" and the table where an admin sets each item's status (spec §2). */
export default function Manage({ loaderData }: Route.ComponentProps) {
  const { path, query, items, count, first, page, pageCount } = loaderData;
  const { admin, status: statusWords } = useMessages();
  const kind = kindAt(path);
  const words = kind.words.en;
  return (
    <>
      <PageTitle title={words.manage} />
      <h1>{words.manage}</h1>
      <p>
        <strong>
          {words.total}: {count}
        </strong>
      </p>
      <nav className="chips" aria-label={admin.filter}>
        {[undefined, ...statuses].map((status) => (
          <Link
            key={status ?? "all"}
            to={listHref(path, { status })}
            aria-current={query.status === status ? "page" : undefined}
          >
            {status ? statusWords[status] : admin.all}
          </Link>
        ))}
      </nav>
      {items.length === 0 ? (
        <p className="empty">{admin.none}</p>
      ) : (
        <table>
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
              <Row key={item._id} item={item} number={first + index + 1} />
            ))}
          </tbody>
        </table>
      )}
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { ...query, page: target })}
      />
    </>
  );
}

function Row({ item, number }: { item: Item; number: number }) {
  const { admin } = useMessages();
  const kind = kindNamed(item.kind);
  const title = rowTitle(item);
  const href = kind.parent
    ? `${kindNamed(kind.parent.kind).pages.details}/${item.parentId}`
    : detailsHref(item);
  return (
    <tr>
      <td data-label={admin.number}>{number}</td>
      <td data-label={kind.words.en.fields[kind.title]?.label}>
        <a href={href}>{title}</a>
      </td>
      <td data-label={kind.words.en.uploader}>{item.email}</td>
      <td data-label={admin.status}>
        {/* A changed status makes a new form, which begins with it. */}
        <StatusForm key={item.status} item={item} title={title} />
      </td>
    </tr>
  );
}

/** An answer is known by its question. */
function rowTitle(item: Item): string {
  const title = titleOf(item);
  return kindNamed(item.kind).parent
    ? `${title}: ${item.fields["code"]} ${item.fields["subject"]} ${item.fields["year"]}`
    : title;
}

/** Update can be pressed once a different status is chosen; without JavaScript an unchanged one changes nothing. */
function StatusForm({ item, title }: { item: Item; title: string }) {
  const { admin, status: words } = useMessages();
  const [chosen, setChosen] = useState<Status>(item.status);
  const hydrated = useHydrated();
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="id" value={item._id} />
      <input type="hidden" name="title" value={title} />
      <Stamp status={item.status} />
      <select
        name="status"
        aria-label={admin.statusOf(title)}
        value={chosen}
        onChange={(event) => setChosen(event.target.value as Status)}
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
