import { Link } from "react-router";
import type { Kind } from "../../shared/kinds/index.ts";
import { type SimilarReason, confidenceOfReason } from "../../shared/items/similar.ts";
import type { Item, ResourceRow, SimilarToDraft } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";
import { useBesideTitle } from "./fact-words.ts";
import { fullTitleOf, langOf, readingHref } from "./item-names.ts";
import { StatusNote } from "./status-note.tsx";

export interface SimilarItem {
  item: Item;
  reasons: SimilarReason[];
}

/** The possible duplicates of a new item. */
export interface Similar {
  items: SimilarItem[];
  /** Whether another contributor's pending item is similar. Its details are not shown. */
  awaits: boolean;
}

/**
 * Prepares possible duplicates for a page.
 * @returns undefined if there are none
 */
export function presentSimilar(
  { items, awaits }: SimilarToDraft,
  present: (row: ResourceRow) => Item,
): Similar | undefined {
  if (items.length === 0 && !awaits) return undefined;
  return { items: items.map(({ row, reasons }) => ({ item: present(row), reasons })), awaits };
}

export interface SimilarNoticeProps extends Similar {
  /** Whether the form asks for the month of the exam; see `isMonthAsked`. */
  asksMonth: boolean;
}

/** Returns true if only the month can tell a new paper from one of the same exam, and the form has none yet. */
export const isMonthAsked = (kind: Kind, values: Record<string, string>, similar: Similar | undefined) =>
  kind.fields["heldIn"] !== undefined &&
  !values["heldIn"] &&
  similar?.items.some(({ reasons }) => reasons.includes("sameExam")) === true;

/** Warns before sending if the archive already has a similar item. */
export function SimilarNotice({ items, awaits, asksMonth }: SimilarNoticeProps) {
  const { similar } = useMessages();
  return (
    <div className="narrow similar">
      {items.length > 0 && (
        <>
          <p>{similar.isThere}</p>
          <SimilarItems items={items} />
        </>
      )}
      {asksMonth && (
        <p>
          <a href="#heldIn">{similar.askMonth}</a>
        </p>
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

/** The button that sends the form although a duplicate was found. */
export function SendAnyway() {
  const { similar } = useMessages();
  return (
    <button className="quiet" name="confirmed" value="similar">
      {similar.sendAnyway}
    </button>
  );
}

/** The reasons why two items may be duplicates, with the confidence. */
export function Reasons({ reasons }: { reasons: SimilarReason[] }) {
  const { similar, confidence } = useMessages();
  const words = reasons.map(
    (reason) => `${similar.reasons[reason]} (${confidence[confidenceOfReason[reason]]})`,
  );
  return <span className="similar-reasons">{words.join(" · ")}</span>;
}

/** The number of an item's possible duplicates, as a link to the comparison for moderators. */
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
  const name = [fullTitleOf(item), useBesideTitle()(item)].filter(Boolean).join(" · ");
  return (
    <a href={readingHref(item)} lang={langOf(name)}>
      {name}
    </a>
  );
}
