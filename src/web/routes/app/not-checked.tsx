import { Form, Link, redirect } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { trustMessages } from "../../../shared/messages/en-trust.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { askedReason } from "../../features/moderation/asked-reason.ts";
import { setStatusAct } from "../../features/moderation/moderation-acts.ts";
import { attemptOn, problemsInRow, ReasonField } from "../../items/reason-field.tsx";
import type { Item } from "../../page/context.ts";
import { fullTitleOf } from "../../items/item-names.ts";
import { ItemTable } from "../../items/item-table.tsx";
import { OwnItem } from "../../items/own-item.tsx";
import { pageListQuery } from "../../addresses/list-query.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/not-checked.ts";

/** The kinds whose items can wait for a moderator. */
const filterKinds = kinds.filter(({ moderation }) => moderation === "before");

interface Filter {
  kind: string;
  email: string;
}

function hrefOf(path: string, { kind, email }: Filter, page = 0): string {
  const given = Object.entries({ kind, email, page: page === 0 ? "" : String(page) });
  const query = new URLSearchParams(given.filter(([, value]) => value !== ""));
  return query.size === 0 ? path : `${path}?${query}`;
}

export const loader = adminLoader(async ({ pattern, url, services, actor, present }) => {
  const { page = 0 } = pageListQuery(url.searchParams);
  const kind = filterKinds.find(({ name }) => name === url.searchParams.get("kind"))?.name ?? "";
  const filter: Filter = { kind, email: (url.searchParams.get("email") ?? "").trim().slice(0, 254) };
  const { rows, count, total, size } = await services.trust.unchecked(actor, filter, page);
  const pageCount = Math.ceil(count / size);
  if (rows.length === 0 && page > 0) throw redirect(hrefOf(pattern, filter, Math.max(0, pageCount - 1)));
  return {
    path: pattern,
    items: rows.map(present),
    filter,
    count,
    total,
    page,
    pageCount,
    first: page * size + 1,
  };
});

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(async (page) => {
  const { url, form, services, actor, present, locale } = page;
  const { id = "", act, kind = "", version, reason } = formFields(form);
  const back = url.pathname + url.search;
  if (act === "takeOut") {
    const change = { id, kind, status: "Cancelled", version, reason: askedReason(reason) };
    return redirectWithToast(page, back, await setStatusAct(page, change));
  }
  if (act !== "check") throw invalid("act", "invalid");
  const words = messagesIn(locale, trustMessages).notChecked;
  const { item, modified } = await services.trust.check(actor, { id, version });
  const title = fullTitleOf(present(item));
  return redirectWithToast(page, back, {
    title: modified ? words.checked : words.unchangedTitle,
    detail: (modified ? words.checkedDetail : words.unchangedDetail)(title),
  });
});

/** The published items of trusted contributors that nobody has checked yet. */
export default function NotChecked({ loaderData, actionData }: Route.ComponentProps) {
  const { path, items, filter, count, total, page, pageCount, first } = loaderData;
  const { admin, moderatorPages, queue } = useMessages();
  const { notChecked: words } = useMessages(trustMessages);
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={moderatorPages.notChecked} failed={attempt !== undefined} />
      <h1>{moderatorPages.notChecked}</h1>
      {attempt && <ErrorSummary problems={problemsInRow(attempt)} message={attempt.message} />}
      <p>{words.intro}</p>
      {total > 0 && <FilterForm path={path} filter={filter} />}
      {items.length === 0 ? (
        <p className="empty">{total === 0 ? words.none : words.noneFound}</p>
      ) : (
        <>
          <p>{words.count(count, total)}</p>
          <ItemTable
            label={moderatorPages.notChecked}
            items={items}
            first={first}
            words={{ ...queue, name: words.name, status: admin.status }}
            renderActions={(item) => <Actions item={item} attempt={attemptOn(attempt, item)} />}
          />
        </>
      )}
      <Paginator pageCount={pageCount} selected={page} hrefOf={(target) => hrefOf(path, filter, target)} />
    </>
  );
}

function FilterForm({ path, filter }: { path: string; filter: Filter }) {
  const { list } = useMessages();
  const { notChecked: words } = useMessages(trustMessages);
  const locale = useLocale();
  return (
    <Form method="get" action={path} className="search-row" role="search">
      <select name="kind" aria-label={words.kind} defaultValue={filter.kind}>
        <option value="">{words.every}</option>
        {filterKinds.map((kind) => (
          <option key={kind.name} value={kind.name}>
            {kind.words[locale].many}
          </option>
        ))}
      </select>
      <input
        name="email"
        inputMode="email"
        autoComplete="off"
        aria-label={words.contributor}
        placeholder={words.contributor}
        defaultValue={filter.email}
        maxLength={254}
      />
      <button>{list.apply}</button>
      {(filter.kind || filter.email) && (
        <Link className="button quiet" to={path}>
          {list.clear}
        </Link>
      )}
    </Form>
  );
}

function Actions({ item, attempt }: { item: Item; attempt: Attempt | undefined }) {
  const { notChecked: words } = useMessages(trustMessages);
  if (item.isForOthers) return <OwnItem />;
  const name = <span className="visually-hidden">: {fullTitleOf(item)}</span>;
  const hidden = (
    <>
      <input type="hidden" name="id" value={item._id} />
      <input type="hidden" name="kind" value={item.kind} />
      <input type="hidden" name="version" value={item.version} />
    </>
  );
  return (
    <div className="item-actions">
      <Form method="post" preventScrollReset>
        {hidden}
        <button name="act" value="check">
          {words.check}
          {name}
        </button>
      </Form>
      <details className="admin-drop" open={attempt?.values["act"] === "takeOut"}>
        <summary className="button quiet">
          {words.takeOut}
          {name}
        </summary>
        <Form method="post" preventScrollReset noValidate>
          {hidden}
          <ReasonField item={item} attempt={attempt} />
          <button className="quiet" name="act" value="takeOut">
            {words.takeOut}
            {name}
          </button>
        </Form>
      </details>
    </div>
  );
}
