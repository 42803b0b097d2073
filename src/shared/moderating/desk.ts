import type { Confidence } from "../items/confidence.ts";

/** How long a claim of an item lasts if nobody renews it, in ms. */
export const CLAIM_LENGTH = 180_000;
/** The most items that one person can claim. A further claim ends the claim that would end first. */
export const MAX_CLAIMS = 20;
/** How long a decision can be undone, in ms. Older decisions are deleted. */
export const UNDO_LIMIT = 90 * 86_400_000;
/** The most items of one bulk decision. */
export const MAX_BULK = 1_000;
/** A bulk decision about more items runs as a job, in batches of this size. */
export const BULK_BATCH = 50;
/** How long the desk offers to undo a decision, at least, in ms. Notices of decisions wait longer. */
export const UNDO_OFFER = 30_000;
/** How long a page that is opened again offers to undo the last decision, in ms. The audit trail offers it longer. */
export const LATEST_OFFER = 3_600_000;
/** The number of items on a page of the queue. */
export const QUEUE_SIZE = 50;
export const MAX_QUEUE_SIZE = 100;

/** The orders of the queue. `surest` lists the items first whose details are most certain. */
export const deskSorts = ["oldest", "newest", "surest"] as const;
export type DeskSort = (typeof deskSorts)[number];

/** How certain the details are that were read from an item's file. `none`: nothing was read. */
export const deskConfidences = ["sure", "likely", "guess", "none"] as const;
export type DeskConfidence = (typeof deskConfidences)[number];

/**
 * The state of a detail at the desk.
 * - `missing`: a required detail, or a detail that is read from the file, has no value.
 * - `check`: the file says something else than the contributor.
 * - `likely`: the file probably says the same.
 * - `printed`: the file says the same.
 * - `given`: only the contributor says so.
 * - `empty`: nobody says anything, and the detail is not required.
 */
export const detailStates = ["missing", "check", "likely", "printed", "given", "empty"] as const;
export type DetailState = (typeof detailStates)[number];

/** The confidence of an item from the states of its details. */
export function confidenceOfDetails(states: readonly DetailState[]): DeskConfidence {
  const has = (state: DetailState) => states.includes(state);
  if (has("check")) return "guess" satisfies Confidence;
  if (has("likely")) return "likely";
  return has("printed") ? "sure" : "none";
}
