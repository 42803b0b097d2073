import type { DeskDecision, DeskItem, DeskPage, DeskRow } from "../../page/context.ts";
import { fieldOf, type ShownDetail } from "./desk-view.ts";

/** The problems of a decision that was refused. */
export interface Refused {
  /** By field. */
  fields: Record<string, string>;
  message: string;
}

/** The last decision, which the bottom bar offers to undo. */
export interface LastDecision {
  action: DeskDecision["action"];
  /** The title of the item; undefined for a decision about many items. */
  title: string | undefined;
  /** Undefined until the server has stored it. */
  decision: DeskDecision | undefined;
  /** The row of a decision about one item, and its place, to which an undo returns it. */
  row: DeskRow | undefined;
  index: number;
  isUndoing: boolean;
}

/** A decision that the bottom bar begins to show. */
export const lastOf = (
  action: DeskDecision["action"],
  title: string | undefined,
  decision?: DeskDecision,
): LastDecision => ({ action, title, decision, row: undefined, index: 0, isUndoing: false });

/** A selected item with the version and the change that the row showed. */
export interface SelectedItem {
  id: string;
  version: number;
  /** Absent for an item that is not approved yet. */
  change?: string;
}

/** The moderator's choices for an item before the decision. */
export interface Draft {
  /** New values by field. */
  values: Record<string, string>;
  /** The number of the reason from 0, "own" for a text of the moderator's own, or undefined. */
  choice: number | "own" | undefined;
  reason: string;
}

export interface DeskState extends DeskPage {
  /** The parameters of the address. */
  filter: Record<string, string>;
  /** The id of the open item. */
  current: string | undefined;
  /** Items by id; "gone" for one that the moderator can't open. */
  items: Record<string, DeskItem | "gone">;
  drafts: Record<string, Draft>;
  refused: Record<string, Refused>;
  /** By id, as the moderator saw them, although the queue is loaded again and again. */
  selected: ReadonlyMap<string, SelectedItem>;
  /** Whether the selection is the whole list, also rows that are not loaded. */
  isAllSelected: boolean;
  /** Whether a decision is on its way. */
  isSending: boolean;
  isLost: boolean;
  last: LastDecision | undefined;
  /** The message in the bottom bar until the next decision. */
  said: string;
  /** The act that the open item needs before a decision. */
  hint: string;
  /** The opened item, which screen readers announce. */
  opened: string;
  /** Whether the queue is being loaded. */
  isLoading: boolean;
}

const NO_DRAFT: Draft = { values: {}, choice: undefined, reason: "" };

export const draftOf = ({ drafts }: Pick<DeskState, "drafts">, id: string): Draft => drafts[id] ?? NO_DRAFT;

/** The stored value of a detail, as its field shows it. */
export const storedText = ({ kind }: DeskItem, { name, value }: ShownDetail): string =>
  fieldOf(kind, name).textOf(value);

/** The value that a field shows: what the moderator typed, or the stored value. */
export const shownValue = (draft: Draft, item: DeskItem, detail: ShownDetail): string =>
  draft.values[detail.name] ?? storedText(item, detail);

/** The values that differ from the stored ones. */
export function editsOf(draft: Draft, item: DeskItem): Record<string, string> {
  const stored = new Map(item.details.map((detail) => [detail.name, storedText(item, detail)]));
  return Object.fromEntries(
    Object.entries(draft.values).filter(([name, value]) => stored.get(name) !== value),
  );
}

/** The details that a moderator must look at: without a value, or with another value on the paper. */
export const isDoubtful = ({ state }: ShownDetail): boolean => state === "missing" || state === "check";

/** The required details that have no value, also not a typed one. */
export const missingOf = (draft: Draft, item: DeskItem): ShownDetail[] =>
  item.details.filter((detail) => detail.isRequired && shownValue(draft, item, detail).trim() === "");

/** Whether another person looks at an item. */
export const isHeld = ({ holder }: Pick<DeskRow, "holder">): boolean => holder !== undefined && !holder.isYou;

/** Whether the moderator can decide on an item now: nobody else holds it, and others contributed it. */
export const isFree = (row: Pick<DeskRow, "holder" | "isOwn">): boolean => !row.isOwn && !isHeld(row);

/**
 * The next row on which the moderator can decide.
 * @param from the id of the row to leave; undefined begins at the first row
 * @param step 1 for the rows below, -1 for those above
 */
export function freeRow(
  rows: readonly DeskRow[],
  from: string | undefined,
  step: 1 | -1,
): DeskRow | undefined {
  const start = rows.findIndex(({ id }) => id === from);
  const ordered = step === 1 ? rows.slice(start + 1) : rows.slice(0, Math.max(0, start)).toReversed();
  return ordered.find(isFree);
}

/** The selection of rows. A row that is selected already keeps the version that the moderator saw first. */
export const selectionOf = (
  { rows, selected }: Pick<DeskState, "rows" | "selected">,
  ids: readonly string[],
): Map<string, SelectedItem> =>
  new Map(
    rows
      .filter(({ id }) => ids.includes(id))
      .map(({ id, version, change }) => [
        id,
        selected.get(id) ?? { id, version, ...(change !== undefined && { change }) },
      ]),
  );

/**
 * The loaded rows with what the server says now. Rows keep their places, so that nothing moves under the reader's hand; new
 * rows come last.
 * @param isWhole whether the fresh rows are all rows of the list
 * @param kept the id of a row that stays although it no longer waits
 */
export function mergeRows(
  rows: readonly DeskRow[],
  fresh: readonly DeskRow[],
  isWhole: boolean,
  kept: string | undefined,
): DeskRow[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(rows.map(({ id }) => id));
  const stays = rows.flatMap((row, index) => {
    const now = byId.get(row.id);
    if (now) return [now];
    return row.id === kept || (!isWhole && index >= fresh.length) ? [row] : [];
  });
  return [...stays, ...fresh.filter(({ id }) => !known.has(id))];
}
