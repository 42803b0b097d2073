/** The tables of the moderators' desk. */
export interface DeskTables {
  deskClaim: DeskClaimTable;
  deskEntry: DeskEntryTable;
  deskSimilar: DeskSimilarTable;
  deskDecision: DeskDecisionTable;
  deskDecisionItem: DeskDecisionItemTable;
}

/** The lease of a moderator who looks at an item. */
export interface DeskClaimTable {
  itemId: string;
  userId: string;
  /** When the lease ends if nobody renews it, in epoch milliseconds. */
  until: number;
}

/** The result of the server's check of a Pending item. The server can check the item again at any time. */
export interface DeskEntryTable {
  itemId: string;
  /** The version of the item that was checked. */
  version: number;
  /** How certain the details are that were read from the file. `none`: nothing was read. */
  confidence: "sure" | "likely" | "guess" | "none";
  /** JSON of the `Doubts`. */
  doubts: string;
  /** Whether the server still reads the file, so that it checks the item again. */
  isWaiting: 0 | 1;
  /** Epoch milliseconds. */
  checkedAt: number;
}

/** Two items that may be duplicates; a pair has a row in each order. */
export interface DeskSimilarTable {
  itemId: string;
  otherId: string;
}

/** `replace`: the item's file takes the place of the file of a public item. */
export type DeskAction = "approve" | "return" | "duplicate" | "replace" | "set";

/** A decision of a moderator about one item or many items. */
export interface DeskDecisionTable {
  id: string;
  userId: string;
  /** The client's name of the request. A repeated request finds its decision. */
  requestId: string;
  action: DeskAction;
  isBulk: 0 | 1;
  /** JSON of the `DeskPayload`. */
  payload: string;
  state: DeskDecisionState;
  /** The person who undoes the decision. */
  undoneBy: string | null;
  createdAt: number;
  updatedAt: number;
}
export type DeskDecisionState = "running" | "done" | "undoing" | "undone";

/** An item of a decision. */
export interface DeskDecisionItemTable {
  decisionId: string;
  itemId: string;
  position: number;
  /** The change of an Approved item that the decision is about; null for a Pending item. */
  changeId: string | null;
  /** The version of the item that the moderator saw. */
  version: number;
  state: DeskItemState;
  /** The person who held the item, if it was skipped for this reason. */
  holderId: string | null;
  /** JSON of the `Before` that an undo restores; null if nothing was changed. */
  before: string | null;
  /** The version of the item after the decision; null if nothing was changed. */
  after: number | null;
  /** The file that only an undo needs, so that it is kept until then; null if there is none. */
  fileKey: string | null;
  /** The id of the entry in the audit trail, which notices refer to; null if nothing was changed. */
  entryId: string | null;
}

/**
 * - `waiting`: the job has not reached the item yet.
 * - `done`: the decision was carried out.
 * - `held`: skipped, because another moderator looks at the item.
 * - `missing`: skipped, because a required detail has no value.
 * - `unfit`: skipped, because the item has no such detail or the value is not allowed for it.
 * - `changed`: skipped, because somebody changed or decided on the item first.
 * - `own`: skipped, because the moderator contributed the item.
 * - `outside`: skipped, because the item is outside the moderator's area, or no longer exists.
 * - `stopped`: the decision was undone before the job reached the item.
 * - `undone`: the item is as before.
 * - `kept`: the undo left the item as it is, because somebody changed it or decided on it since, its file is gone, or its earlier
 *   place is outside the areas of the moderator.
 */
export type DeskItemState =
  | "waiting"
  | "done"
  | "held"
  | "missing"
  | "unfit"
  | "changed"
  | "own"
  | "outside"
  | "stopped"
  | "undone"
  | "kept";
