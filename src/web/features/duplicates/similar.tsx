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

/** The possible duplicates of an item that a person is about to contribute. */
export interface Similar {
  items: SimilarItem[];
  /** Whether another person's item, which stays secret, awaits a moderator. */
  awaits: boolean;
}

/** @returns undefined if there are none */
export function presentSimilar(
  { items, awaits }: SimilarToDraft,
  present: (row: ResourceRow) => Item,
): Similar | undefined {
  if (items.length === 0 && !awaits) return undefined;
  return { items: items.map(({ row, reasons }) => ({ item: present(row), reasons })), awaits };
}

/** Warns before sending that the archive already has a similar item. */
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

/** Links to possible duplicates, with the reasons. */
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

/** The button that sends the form in spite of a duplicate. */
export function SendAnyway() {
  const { similar } = useMessages();
  return (
    <button className="quiet" name="confirmed" value="similar">
      {similar.sendAnyway}
    </button>
  );
}

/** Why two items may be duplicates, and with what confidence. */
export function Reasons({ reasons }: { reasons: SimilarReason[] }) {
  const { similar, confidence } = useMessages();
  const words = reasons.map(
    (reason) => `${similar.reasons[reason]} (${confidence[confidenceOfReason[reason]]})`,
  );
  return <span className="similar-reasons">{words.join(" · ")}</span>;
}

/** For a moderator: the number of possible duplicates, and the link to their comparison. */
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
