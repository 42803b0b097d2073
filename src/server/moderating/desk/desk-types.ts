import type { DeskConfidence, DetailState } from "../../../shared/desk.ts";
import type { Confidence } from "../../../shared/confidence.ts";
import type { DeskAction, DeskItemState } from "../../platform/index.ts";
import type { LinePlace } from "../../files/index.ts";
import type { WaitingChange, SimilarRow, ResourceRow } from "../../library/index.ts";

/** A person who looks at an item. */
export interface Holder {
  id: string;
  name: string;
  /** Whether the holder is the reader. */
  isYou: boolean;
  /** When the claim ends if it isn't renewed, in epoch milliseconds. */
  until: number;
}

/** The doubts about a waiting item, as field names of its kind. All empty: "All details read". */
export interface Doubts {
  /** Fields without a value that the item needs, or that were read from its file. */
  missing: string[];
  /** Fields for which the file says something else. */
  check: string[];
}

/** One row of the queue: a Pending item, or a change of an Approved item. */
export interface DeskRow {
  id: string;
  /** The item as it is stored, for the screen. */
  item: ResourceRow;
  /** The place of the row in the queue, for `after`. */
  cursor: string;
  kind: string;
  /** The title with the course code and the year. */
  title: string;
  /** The version of the item. A decision names it. */
  version: number;
  /** The id of the change, if the row is a change of an Approved item. A decision about it names it. */
  change: string | undefined;
  contributor: {
    /** The id of the account, for the filter; null without an account. */
    id: string | null;
    name: string;
    /** Whether the person has no approved item yet. */
    isFirst: boolean;
  };
  /** The pile that the paper came with. Rows with the same pile are one group. */
  pile: string | undefined;
  /** The time of the contribution or of the change, in epoch milliseconds. */
  since: number;
  doubts: Doubts;
  confidence: DeskConfidence;
  /** Whether the server still reads the file, so that doubts may vanish. */
  isReading: boolean;
  /** The number of possible duplicates that the reader can see. */
  duplicates: number;
  /** Whether a moderator contributed the item, so that another person decides. */
  isOwn: boolean;
  holder: Holder | undefined;
}

/** How many rows of the reader's whole area wait, without the filter. */
export interface DeskCounts {
  total: number;
  /** Changes of approved items, a part of `total`. */
  changes: number;
  /** By kind, changes included. Kinds without rows are absent. */
  kinds: Record<string, number>;
  /** Without changes. */
  confidence: Record<DeskConfidence, number>;
  duplicates: number;
  first: number;
}

export interface DeskPage {
  rows: DeskRow[];
  /** How many rows match the filter, on all pages. */
  matching: number;
  counts: DeskCounts;
  /** The value of `after` for the next page; undefined on the last page. */
  next: string | undefined;
}

/** A detail of an item beside the one in its file. */
export interface DeskDetail {
  /** The field of the kind. */
  name: string;
  value: string | undefined;
  isRequired: boolean;
  state: DetailState;
  /** The value that the server read from the file; undefined if it read none. */
  read:
    | { value: string; confidence: Confidence; snippet: string | undefined; place: LinePlace | undefined }
    | undefined;
}

/** An item that is open at the desk. */
export interface DeskItem {
  item: ResourceRow;
  /** Whether a moderator contributed the item, so that another person decides. */
  isOwn: boolean;
  /** Whether the item or its change still waits for a decision. */
  isWaiting: boolean;
  /** The change, if the item is Approved and has one. */
  change: WaitingChange | undefined;
  /** The fields without links and images: first those that need judgement, then the others in the order of the form. */
  details: DeskDetail[];
  /** Whether the server still reads the file. */
  isReading: boolean;
  similar: SimilarRow[];
  holder: Holder | undefined;
  /** The last decision about the item, if there is one. */
  decided: { by: string; action: DeskAction; at: number; id: string } | undefined;
}

/** The effect of a bulk decision, as numbers of items. The numbers after `until` add up to `total`. */
export interface DeskPreview {
  /** How many rows of the queue match the filter. A decision takes the first 1,000 of them. */
  matching: number;
  /** The time of the preview, in epoch milliseconds. A decision with it leaves out what is newer. */
  until: number;
  total: number;
  /** The decision would be carried out for these. */
  change: number;
  /** Other people look at these now. */
  held: number;
  /** A required detail of these has no value. */
  missing: number;
  /** These have no such detail, or the value is not allowed for them. */
  unfit: number;
  /** Somebody changed or decided on these since you saw them. */
  changed: number;
  /** The moderator contributed these, so another person decides. */
  own: number;
  /** These are outside the moderator's area, or gone. */
  outside: number;
}

/** A decision about one item or many items, with its progress. */
export interface DeskDecision {
  id: string;
  action: DeskAction;
  isBulk: boolean;
  /** The title of the item of a decision about one item. */
  title: string | undefined;
  /** `running` and `undoing`: a job still works on it. */
  state: "running" | "done" | "undoing" | "undone";
  reason: string | undefined;
  total: number;
  /** By state; states without items are absent. */
  counts: Partial<Record<DeskItemState, number>>;
  /** The skipped items, and those that an undo left as they are; at most 1,000. */
  skipped: { id: string; title: string; state: DeskItemState; holder: string | undefined }[];
  /** The time of the decision, in epoch milliseconds. */
  at: number;
  /** Until when an undo is promised, in epoch milliseconds. A later undo works, too, but notices may have been sent. */
  undoUntil: number;
}
