import { Link } from "react-router";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import { fullTitleOf } from "../../items/item-names.ts";
import { ItemTable } from "../../items/item-table.tsx";
import { listHref } from "../../addresses/list-href.ts";
import { pageListQuery } from "../../addresses/list-query.ts";
import { pageCountOf } from "../../addresses/page-count.ts";
import { ownLoader } from "../../page/loaders.ts";
import { Empty } from "../../ui/empty.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import type { Route } from "./+types/pending.ts";

export const loader = ownLoader(async ({ pattern, url, services, actor, present }) => {
  const { page = 0 } = pageListQuery(url.searchParams);
  const { rows, count, size } = await services.overview.ownPending(actor, page);
  const pageCount = pageCountOf(pattern, {}, { rows, count, page, size });
  return { path: pattern, items: rows.map(present), page, pageCount, first: page * size + 1 };
});

/** The person's contributions of all kinds that wait for a moderator. */
export default function Pending({ loaderData }: Route.ComponentProps) {
  const { path, items, page, pageCount, first } = loaderData;
  const { dashboard, edit, own, queue } = useMessages();
  const { add: step } = useMessages(welcomeMessages).steps;
  const words = { number: queue.number, name: queue.name, status: queue.status, actions: queue.actions };
  return (
    <>
      <PageTitle title={own.pendingPage} />
      <h1>{own.pendingPage}</h1>
      <p>{own.pendingIntro}</p>
      {items.length === 0 ? (
        <Empty text={own.noPending}>
          <Link className="button" to={`/dashboard/${kindNamed("question").pages.add}`}>
            {step.button}
          </Link>
        </Empty>
      ) : (
        <ItemTable
          label={own.pendingPage}
          items={items}
          first={first}
          words={{ ...words, number: dashboard.number, name: dashboard.details, status: dashboard.status }}
          renderActions={(item) => (
            <Link className="button quiet" to={`/dashboard/edit/${item._id}`}>
              {edit.link}
              <span className="visually-hidden">: {fullTitleOf(item)}</span>
            </Link>
          )}
        />
      )}
      <Paginator
        pageCount={pageCount}
        selected={page}
        hrefOf={(target) => listHref(path, { page: target })}
      />
    </>
  );
}
