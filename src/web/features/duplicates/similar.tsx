import { Link } from "react-router";
import { type SimilarReason, confidenceOfReason } from "../../../shared/similar.ts";
import type { Item, ResourceRow, SimilarToDraft } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { fullTitleOf, langOf, readingHref } from "../../items/item-names.ts";
import { StatusNote } from "../../items/status-note.tsx";

export interface SimilarItem {
  item: Item;
  reasons: SimilarReason[];
}

/** What looks like an item that somebody is about to contribute. */
export interface Similar {
  items: SimilarItem[];
  /** Whether somebody else's, of which nothing is told, awaits a moderator. */
  awaits: boolean;
}

/** @returns undefined where nothing does */
export function presentSimilar(
  { items, awaits }: SimilarToDraft,
  present: (row: ResourceRow) => Item,
): Similar | undefined {
  if (items.length === 0 && !awaits) return undefined;
  return { items: items.map(({ row, reasons }) => ({ item: present(row), reasons })), awaits };
}

/** Says that something of the kind is in the archive already, before it is sent a second time. */
export function SimilarNotice({ items, awaits }: Similar) {
  const { similar } = useMessages();
  return (
    <div className="narrow similar">
      {items.length > 0 && (
        <>
          <p>{similar.isThere}</p>
          <SimilarItems items={items} />
        </>
      )}
      {awaits && <p>{similar.awaits}</p>}
      <p>{similar.hint}</p>
    </div>
  );
}

/** Links to items that look the same, with the reasons. */
export function SimilarItems({ items }: Pick<Similar, "items">) {
  return (
    <ul>
      {items.map(({ item, reasons }) => (
        <li key={item._id}>
          <ItemLink item={item} /> {item.status !== "Approved" && <StatusNote item={item} />}
          <Reasons reasons={reasons} />
        </li>
      ))}
    </ul>
  );
}

/** The button, of the form that it stands in, that sends it with something that is there already. */
export function SendAnyway() {
  const { similar } = useMessages();
  return (
    <button className="quiet" name="confirmed" value="similar">
      {similar.sendAnyway}
    </button>
  );
}

/** Why two items look the same, and how sure that is. */
export function Reasons({ reasons }: { reasons: SimilarReason[] }) {
  const { similar, confidence } = useMessages();
  const words = reasons.map(
    (reason) => `${similar.reasons[reason]} (${confidence[confidenceOfReason[reason]]})`,
  );
  return <span className="similar-reasons">{words.join(" · ")}</span>;
}

/** For a moderator: how many look the same, and the way to the page that compares them. */
export function SimilarLink({ item, count }: { item: Item; count: number | undefined }) {
  const { similar } = useMessages();
  if (!count) return null;
  return (
    <Link className="similar-count" to={`/admin-dashboard/compare/${item._id}`}>
      {similar.count(count)}
      <span className="visually-hidden">: {fullTitleOf(item)}</span>
    </Link>
  );
}

function ItemLink({ item }: { item: Item }) {
  const title = fullTitleOf(item);
  return (
    <a href={readingHref(item)} lang={langOf(title)}>
      {title}
    </a>
  );
}
