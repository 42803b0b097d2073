import type { ReportReason } from "../../../../shared/schemas/feedback.ts";
import type { TakedownOutcome } from "../../../../shared/schemas/takedown.ts";

/** Whether an answer helped somebody: one vote per person, which they may change. */
export interface VoteTable {
  itemId: string;
  userId: string;
  helpful: 0 | 1;
  votedAt: number;
}

/** A person's rating of an item: one per person, which they may change. */
export interface RatingTable {
  itemId: string;
  userId: string;
  /** Half stars, 2 to 10. */
  halves: number;
  ratedAt: number;
}

/** What somebody finds wrong with an item. */
export interface ReportTable {
  id: string;
  itemId: string;
  /** Null for a visitor, and for a person who is gone. */
  userId: string | null;
  reason: ReportReason;
  comment: string;
  createdAt: number;
  /** Null until an admin dismisses it, or somebody hides the item. */
  handledAt: number | null;
}

/** A claim that an item breaks somebody's copyright. */
export interface TakedownTable {
  id: string;
  /** No reference: the claim outlives the item, of which it keeps kind and title. */
  itemId: string;
  itemKind: string;
  itemTitle: string;
  name: string;
  email: string;
  /** The work that is claimed, in the claimant's words. */
  work: string;
  /** The name under the statement of good faith. */
  signature: string;
  createdAt: number;
  /** Null, like the three below, while it awaits an admin. */
  decidedAt: number | null;
  decidedBy: string | null;
  outcome: TakedownOutcome | null;
  /** What the admin says to it: to the contributor of what was accepted, to the claimant of what was refused. */
  note: string | null;
}
