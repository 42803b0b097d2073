import { Link } from "react-router";
import { fullTitleOf } from "../../features/resources/item-names.ts";
import { ItemTable } from "../../features/resources/item-table.tsx";
import { ownLoader } from "../../page.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/pending.ts";

export const loader = ownLoader(async ({ services, actor, present }) => {
  const { pending } = await services.overview.own(actor);
  return pending.map(present);
});

/** What the person contributed, of every kind, and no moderator has decided on yet (product.md). */
export default function Pending({ loaderData: items }: Route.ComponentProps) {
  const { dashboard, edit, own, queue } = useMessages();
  const words = { number: queue.number, name: queue.name, status: queue.status, actions: queue.actions };
  return (
    <>
      <PageTitle title={own.pendingPage} />
      <h1>{own.pendingPage}</h1>
      <p>{own.pendingIntro}</p>
      {items.length === 0 ? (
        <p className="empty">{own.noPending}</p>
      ) : (
        <ItemTable
          label={own.pendingPage}
          items={items}
          words={{ ...words, number: dashboard.number, name: dashboard.details, status: dashboard.status }}
          renderActions={(item) => (
            <Link className="button quiet" to={`/dashboard/edit/${item._id}`}>
              {edit.link}
              <span className="visually-hidden">: {fullTitleOf(item)}</span>
            </Link>
          )}
        />
      )}
    </>
  );
}
