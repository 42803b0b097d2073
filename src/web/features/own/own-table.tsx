import { Form, Link } from "react-router";
import type { Item } from "../../page/context.ts";
import { closePopover } from "../../ui/close-popover.ts";
import { useMessages } from "../../ui/messages.ts";
import { TimeOf } from "../../ui/time-of.tsx";
import { useListName } from "../../items/fact-words.ts";
import { detailsHref, fullTitleOf, langOf, titleOf } from "../../items/item-names.ts";
import { StatusNote } from "../../items/status-note.tsx";
import { Thumbnail } from "../../items/thumbnail.tsx";

/** One of a person's own items, with the possible actions. */
export interface OwnItem {
  item: Item;
  mayEdit: boolean;
  /**
   * The reply to the deletion request; null while the request is waiting, undefined if there is no request.
   */
  request: string | null | undefined;
}

export interface OwnTableProps {
  /** The accessible name of the table. */
  label: string;
  items: OwnItem[];
  /** The number of the first row. */
  first: number;
}

/** A person's own items of one kind: a table on a wide screen, compact rows on a phone. */
export function OwnTable({ label, items, first }: OwnTableProps) {
  const { dashboard, removal } = useMessages();
  return (
    <table className="own-rows" aria-label={label}>
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
  );
}

function Row({ own, number }: { own: OwnItem; number: number }) {
  const { dashboard, removal } = useMessages();
  const { item, request } = own;
  const name = fullTitleOf(item);
  const { title, about } = useListName()(item);
  return (
    <tr>
      <td data-label={dashboard.number}>{number}</td>
      <td data-label={dashboard.details}>
        <span className="item-name">
          <strong lang={langOf(title)}>{title}</strong>
          <small>
            <span lang={langOf(about)}>{about}</span>
            {about && " · "}
            <TimeOf iso={item.createdAt} />
          </small>
        </span>
      </td>
      <td data-label={dashboard.preview}>
        <a className="own-preview" href={detailsHref(item)}>
          <Thumbnail item={item} title={titleOf(item)} />
          <span>
            {dashboard.open}
            <span className="visually-hidden">: {name}</span>
          </span>
        </a>
      </td>
      <td data-label={dashboard.status}>
        <StatusNote item={item} />
        {request === null && <small>{removal.requested}</small>}
        {request === "refused" && <small>{removal.refused}</small>}
      </td>
      <td data-label={removal.actions}>
        <Actions own={own} title={name} />
      </td>
    </tr>
  );
}

/**
 * The actions on an item. On a wide screen they are in the row; on a phone they are in a popover, which needs
 * no JavaScript.
 */
function Actions({ own: { item, mayEdit, request }, title }: { own: OwnItem; title: string }) {
  const { edit, removal } = useMessages();
  const mayRequest = request !== null && !item.isRemoved;
  if (!mayEdit && !mayRequest) return null;
  const name = <span className="visually-hidden">: {title}</span>;
  const id = `actions-${item._id}`;
  return (
    <>
      <button type="button" className="quiet own-more" popoverTarget={id}>
        {removal.actions}
        {name}
      </button>
      <div className="item-actions own-actions in-place" id={id} popover="auto">
        <strong lang={langOf(title)}>{title}</strong>
        {mayEdit && (
          <Link className="button quiet" to={`/dashboard/edit/${item._id}`} onClick={closePopover}>
            {item.mayBeSentAgain ? edit.sendAgain : edit.link}
            {name}
          </Link>
        )}
        {mayRequest && (
          <Form method="post" preventScrollReset onSubmit={closePopover}>
            <input type="hidden" name="id" value={item._id} />
            <button className="quiet">
              {removal.request}
              {name}
            </button>
          </Form>
        )}
      </div>
    </>
  );
}
