import { Link } from "react-router";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { fullTitleOf } from "../../items/item-names.ts";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageCountOf } from "../../addresses/page-count.ts";
import { OwnTable } from "../../features/own/own-table.tsx";
import { StatusTabs } from "../../features/own/status-tabs.tsx";
import { kindAt } from "../../addresses/kind-at.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/mine.ts";

export const loader = ownLoader(async ({ pattern, url, services, actor, policy, present }) => {
  const kind = kindAt(pattern);
  const { page = 0, status } = pageListQuery(url.searchParams);
  const [{ rows, count, counts, total, size }, requests] = await Promise.all([
    services.resources.listOwn(actor, kind.name, actor.email, { page, status }),
    services.removal.ownRequests(actor),
  ]);
  const pageCount = pageCountOf(pattern, { status }, { rows, count, page, size });
  const items = rows.map((row) => {
    return { item: present(row), mayEdit: policy.edit(actor, row), request: requests[row.id] };
  });
  const first = page * size + 1;
  return { kindName: kind.name, path: pattern, items, page, pageCount, first, status, counts, total };
});

export const action = pageAction(async (page) => {
  const { url, form, services, actor, messages, present } = page;
  const { item, isNew } = await services.removal.request(actor, textOf(form, "id"));
  const { requestSent, requestSentDetail, requestTwiceDetail } = messages.removal;
  const detail = (isNew ? requestSentDetail : requestTwiceDetail)(fullTitleOf(present(item)));
  return redirectWithToast(page, url.pathname + url.search, { title: requestSent, detail });
});

/** A person's own items of one kind (spec §2). The address can contain a status as a filter. */
export default function Mine({ loaderData, actionData }: Route.ComponentProps) {
  const { kindName, path, items, page, pageCount, first, status, counts, total } = loaderData;
  const attempt = actionData as Attempt | undefined;
  const kind = kindNamed(kindName);
  const { ownList } = useMessages();
  const words = useKindWords(kind);
  return (
    <>
      <PageTitle title={words.mine} failed={attempt !== undefined} />
      <div className="own-head">
        <h1>{words.mine}</h1>
        <Link className="button" to={`/dashboard/${kind.pages.add}`}>
          {words.add}
        </Link>
      </div>
      <Refusal attempt={attempt} />
      {total > 0 && <StatusTabs path={path} status={status} counts={counts} total={total} />}
      {items.length > 0 && <OwnTable label={words.mine} items={items} first={first} />}
      {total === 0 && <p className="empty">{ownList.none(words.add)}</p>}
      {total > 0 && items.length === 0 && status && (
        <div className="empty">
          <p>{ownList.noneIn[status]}</p>
          <Link className="button quiet" to={path}>
            {ownList.showAll(total)}
          </Link>
        </div>
      )}
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { status, page: target })}
      />
    </>
  );
}
