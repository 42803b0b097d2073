import type { ShownDetail, ShownItem, ShownQueue, ShownRow } from "./desk-view.ts";

/** The problems of a decision that was refused. */
export interface Refused {
  /** By field. */
  fields: Record<string, string>;
  message: string;
}

/** A decision as the API describes it. */
export interface Decision {
  id: string;
  action: "approve" | "return" | "duplicate" | "set";
  /** The title of the item of a decision about one item. */
  title?: string | undefined;
  state: "running" | "done" | "undoing" | "undone";
  total: number;
  counts: Record<string, number>;
  skipped: { id: string; title: string; state: string; holder?: string | undefined }[];
}

/** The last decision, which the bottom bar offers to undo. */
export interface LastDecision {
  action: Decision["action"];
  /** The title of the item; undefined for a decision about many items. */
  title: string | undefined;
  /** Undefined until the server has stored it. */
  decision: Decision | undefined;
  /** The row of a decision about one item, and its place, to which an undo returns it. */
  row: ShownRow | undefined;
  index: number;
  isUndoing: boolean;
}

/** A decision that the bottom bar begins to show. */
export const lastOf = (
  action: Decision["action"],
  title: string | undefined,
  decision?: Decision,
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

export interface DeskState extends ShownQueue {
  /** The parameters of the address. */
  filter: Record<string, string>;
  /** The id of the open item. */
  current: string | undefined;
  /** Items by id; "gone" for one that the moderator can't open. */
  items: Record<string, ShownItem | "gone">;
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

/** The value that a field shows: what the moderator typed, or the stored value. */
export const shownValue = (draft: Draft, detail: ShownDetail): string =>
  draft.values[detail.name] ?? detail.value;

/** The values that differ from the stored ones. */
export function editsOf(draft: Draft, details: readonly ShownDetail[]): Record<string, string> {
  const stored = new Map(details.map(({ name, value }) => [name, value]));
  return Object.fromEntries(
    Object.entries(draft.values).filter(([name, value]) => stored.get(name) !== value),
  );
}

/** The details that a moderator must look at: without a value, or with another value on the paper. */
export const isDoubtful = ({ state }: ShownDetail): boolean => state === "missing" || state === "check";

/** The required details that have no value, also not a typed one. */
export const missingOf = (draft: Draft, details: readonly ShownDetail[]): ShownDetail[] =>
  details.filter((detail) => detail.isRequired && shownValue(draft, detail).trim() === "");

/** Whether another person looks at an item. */
export const isHeld = ({ holder }: Pick<ShownRow, "holder">): boolean =>
  holder !== undefined && !holder.isYou;

/** Whether the moderator can decide on an item now: nobody else holds it, and others contributed it. */
export const isFree = (row: Pick<ShownRow, "holder" | "isOwn">): boolean => !row.isOwn && !isHeld(row);

/**
 * The next row on which the moderator can decide.
 * @param from the id of the row to leave; undefined begins at the first row
 * @param step 1 for the rows below, -1 for those above
 */
export function freeRow(
  rows: readonly ShownRow[],
  from: string | undefined,
  step: 1 | -1,
): ShownRow | undefined {
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
  rows: readonly ShownRow[],
  fresh: readonly ShownRow[],
  isWhole: boolean,
  kept: string | undefined,
): ShownRow[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const known = new Set(rows.map(({ id }) => id));
  const stays = rows.flatMap((row, index) => {
    const now = byId.get(row.id);
    if (now) return [now];
    return row.id === kept || (!isWhole && index >= fresh.length) ? [row] : [];
  });
  return [...stays, ...fresh.filter(({ id }) => !known.has(id))];
}
