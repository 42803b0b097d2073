import { Form, Link } from "react-router";
import { invalid } from "../../../shared/errors.ts";
import { removalAct, setStatusAct } from "../../features/moderation/moderation-acts.ts";
import { askedReason } from "../../features/moderation/asked-reason.ts";
import type { Item } from "../../page/context.ts";
import { changeHref, fullTitleOf } from "../../items/item-names.ts";
import { attemptOn, problemsInRow, ReasonField } from "../../features/moderation/reason-field.tsx";
import { ItemTable } from "../../items/item-table.tsx";
import { SimilarLink } from "../../features/duplicates/similar.tsx";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageCountOf } from "../../addresses/page-count.ts";
import { type Attempt, formFields, pageAction } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/queue.ts";

export const loader = adminLoader(async ({ pattern, url, services, actor, present }) => {
  const { page = 0 } = pageListQuery(url.searchParams);
  const { rows, count, size } = await services.overview.queue(actor, page);
  const pageCount = pageCountOf(pattern, {}, { rows, count, page, size });
  const ids = rows.map(({ id }) => id);
  const similar = await services.duplicates.counts(actor, ids);
  return { path: pattern, items: rows.map(present), similar, count, page, pageCount, first: page * size + 1 };
});

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(async (page) => {
  const { url, form } = page;
  const { id = "", act, kind = "", version, reason } = formFields(form);
  const back = url.pathname + url.search;
  if (act === "delete")
    return redirectWithToast(
      page,
      back,
      await removalAct(page, "remove", { id, reason: askedReason(reason) }),
    );
  if (act !== "approve") throw invalid("act", "invalid");
  return redirectWithToast(page, back, await setStatusAct(page, { id, kind, status: "Approved", version }));
});

/** Pending items and waiting changes, oldest first (spec §2 'Manage Questions Admin Panel'). */
export default function Queue({ loaderData, actionData }: Route.ComponentProps) {
  const { path, items, similar, count, page, pageCount, first } = loaderData;
  const { queue } = useMessages();
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={queue.title} failed={attempt !== undefined} />
      <h1>{queue.title}</h1>
      {attempt && <ErrorSummary problems={problemsInRow(attempt)} message={attempt.message} />}
      {items.length === 0 ? (
        <p className="empty">{queue.none}</p>
      ) : (
        <>
          <p>{queue.waiting(count)}</p>
          <ItemTable
            label={queue.title}
            items={items}
            first={first}
            words={queue}
            renderActions={(item) => (
              <Actions item={item} similar={similar[item._id]} attempt={attemptOn(attempt, item)} />
            )}
          />
        </>
      )}
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { page: target })}
      />
    </>
  );
}

interface ActionsProps {
  item: Item;
  /** The number of possible duplicates. */
  similar: number | undefined;
  attempt: Attempt | undefined;
}

function Actions({ item, similar, attempt }: ActionsProps) {
  const { queue, changes } = useMessages();
  const name = <span className="visually-hidden">: {fullTitleOf(item)}</span>;
  if (item.hasChange)
    return (
      <div className="item-actions">
        <strong>{changes.title}</strong>
        <Link className="button" to={changeHref(item)}>
          {changes.compare}
          {name}
        </Link>
      </div>
    );
  return (
    <div className="item-actions">
      <SimilarLink item={item} count={similar} />
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={item._id} />
        <input type="hidden" name="kind" value={item.kind} />
        <input type="hidden" name="version" value={item.version} />
        <button name="act" value="approve">
          {queue.approve}
          {name}
        </button>
      </Form>
      <details className="admin-drop" open={attempt?.values["act"] === "delete"}>
        <summary className="button quiet">
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6" />
          </svg>
          {queue.delete}
          {name}
        </summary>
        <Form method="post" preventScrollReset noValidate>
          <input type="hidden" name="id" value={item._id} />
          <ReasonField item={item} attempt={attempt} />
          <button className="quiet" name="act" value="delete">
            {queue.delete}
            {name}
          </button>
        </Form>
      </details>
    </div>
  );
}
