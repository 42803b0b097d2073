import { Form, Link } from "react-router";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { detailsHref, langOf, titleOf } from "../../features/resources/item-names.ts";
import { listHref } from "../../features/resources/list-href.ts";
import { pageListQuery } from "../../features/resources/list-query.ts";
import { pageCountOf } from "../../features/resources/page-count.ts";
import { StatusNote } from "../../features/resources/status-note.tsx";
import { kindAt } from "../../kind-at.ts";
import { useKindWords } from "../../kind-words.ts";
import { type Attempt, ownLoader, pageAction, redirectWithToast, textOf } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/mine.ts";

export const loader = ownLoader(async ({ pattern, url, services, actor, policy, present }) => {
  const kind = kindAt(pattern);
  const { page = 0 } = pageListQuery(url.searchParams);
  const [{ rows, count, size }, requests] = await Promise.all([
    services.resources.listOwn(actor, kind.name, actor.email, { page }),
    services.removal.ownRequests(actor),
  ]);
  const pageCount = pageCountOf(pattern, {}, { rows, count, page, size });
  const items = rows.map((row) => {
    return { item: present(row), mayEdit: policy.edit(actor, row), request: requests[row.id] };
  });
  return { kindName: kind.name, path: pattern, items, page, pageCount, first: page * size + 1 };
});

export const action = pageAction(async (page) => {
  const { url, form, services, actor, messages, present } = page;
  const { item, isNew } = await services.removal.request(actor, textOf(form, "id"));
  const { requestSent, requestSentDetail, requestTwiceDetail } = messages.removal;
  const detail = (isNew ? requestSentDetail : requestTwiceDetail)(titleOf(present(item)));
  return redirectWithToast(page, url.pathname + url.search, { title: requestSent, detail });
});

type Own = Route.ComponentProps["loaderData"]["items"][number];

/** What a person contributed of one kind, in every status (spec §2). */
export default function Mine({ loaderData, actionData }: Route.ComponentProps) {
  const { kindName, path, items, page, pageCount, first } = loaderData;
  const attempt = actionData as Attempt | undefined;
  const kind = kindNamed(kindName);
  const { dashboard, removal } = useMessages();
  const words = useKindWords(kind);
  return (
    <>
      <PageTitle title={words.mine} failed={attempt !== undefined} />
      <h1>{words.mine}</h1>
      <Refusal attempt={attempt} />
      <p>
        <Link className="button" to={`/dashboard/${kind.pages.add}`}>
          {words.add}
        </Link>
      </p>
      {items.length === 0 ? (
        <p className="empty">{dashboard.none}</p>
      ) : (
        <table aria-label={words.mine}>
          <thead>
            <tr>
              <th scope="col">{dashboard.number}</th>
              <th scope="col">{dashboard.details}</th>
              <th scope="col">{dashboard.preview}</th>
              <th scope="col">{dashboard.status}</th>
              <th scope="col">{removal.actions}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((own, index) => (
              <Row key={own.item._id} own={own} number={first + index} />
            ))}
          </tbody>
        </table>
      )}
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { page: target })}
      />
    </>
  );
}

function Row({ own, number }: { own: Own; number: number }) {
  const { dashboard, removal } = useMessages();
  const { item } = own;
  const title = titleOf(item);
  return (
    <tr>
      <td data-label={dashboard.number}>{number}</td>
      <td data-label={dashboard.details}>
        <span className="item-name">
          <strong lang={langOf(title)}>{title}</strong>
          <small>
            {[item.fields["code"], item.fields["year"]]
              .filter(Boolean)
              .map((fact) => `${fact} · `)
              .join("")}
            <TimeOf iso={item.createdAt} />
          </small>
        </span>
      </td>
      <td data-label={dashboard.preview}>
        <a href={detailsHref(item)}>
          {dashboard.open}
          <span className="visually-hidden">: {title}</span>
        </a>
      </td>
      <td data-label={dashboard.status}>
        <StatusNote item={item} />
      </td>
      <td data-label={removal.actions}>
        <Actions own={own} title={title} />
      </td>
    </tr>
  );
}

function Actions({ own: { item, mayEdit, request }, title }: { own: Own; title: string }) {
  const { edit, removal } = useMessages();
  const name = <span className="visually-hidden">: {title}</span>;
  return (
    <div className="item-actions">
      {mayEdit && (
        <Link className="button quiet" to={`/dashboard/edit/${item._id}`}>
          {edit.link}
          {name}
        </Link>
      )}
      {request === null && <span>{removal.requested}</span>}
      {request === "refused" && <span>{removal.refused}</span>}
      {request !== null && !item.isRemoved && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={item._id} />
          <button className="quiet">
            {removal.request}
            {name}
          </button>
        </Form>
      )}
    </div>
  );
}
