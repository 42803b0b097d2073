import { Link } from "react-router";
import { BETTER_COPY_FIELD, mayBeBetterCopy } from "../../shared/files/files.ts";
import type { Kind } from "../../shared/kinds/index.ts";
import { type SimilarReason, confidenceOfReason } from "../../shared/items/similar.ts";
import type { Item, ResourceRow, SimilarToDraft } from "../page/context.ts";
import type { Attempt } from "../page/forms.ts";
import { FormField } from "../ui/form-field.tsx";
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

/** Asks whether the new item is a better copy of one of these public items, or says why the chosen item can't be one. */
export function BetterCopyField({ kind, items, attempt }: BetterCopyFieldProps) {
  const { better } = useMessages().similar;
  const wholeName = useWholeName();
  const shown = items.filter(({ item }) => item.status === "Approved" && item.kind === kind.name);
  const problem = attempt?.problems[BETTER_COPY_FIELD];
  if ((shown.length === 0 && !problem) || !mayBeBetterCopy(kind)) return null;
  return (
    <FormField name={BETTER_COPY_FIELD} label={better.label} hint={better.hint} problem={problem} optional>
      {(control) => (
        <select {...control} defaultValue={attempt?.values[BETTER_COPY_FIELD] ?? ""}>
          <option value="">{better.no}</option>
          {shown.map(({ item }) => (
            <option key={item._id} value={item._id}>
              {better.of(wholeName(item))}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

interface BetterCopyFieldProps extends Pick<Similar, "items"> {
  kind: Kind;
  attempt: Attempt | undefined;
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

/** Names an item with its code, exam and year, which tell it apart. */
export function useWholeName(): (item: Item) => string {
  const besideTitle = useBesideTitle();
  return (item) => [fullTitleOf(item), besideTitle(item)].filter(Boolean).join(" · ");
}

function ItemLink({ item }: { item: Item }) {
  const name = useWholeName()(item);
  return (
    <a href={readingHref(item)} lang={langOf(name)}>
      {name}
    </a>
  );
}
