import type { ReportReason } from "../../../../shared/schemas/feedback.ts";
import type { TakedownOutcome } from "../../../../shared/schemas/takedown.ts";

/** A person's vote whether an answer helped: one vote for each person, which they may change. */
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

/** A reader's report of a problem with an item. */
export interface ReportTable {
  id: string;
  itemId: string;
  /** Null for a visitor, and for a person who is gone. */
  userId: string | null;
  reason: ReportReason;
  comment: string;
  createdAt: number;
  /** Null until an admin dismisses it, or hides the item. */
  handledAt: number | null;
}

/** A claim that an item breaks a copyright. */
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
  /** The admin's note: to the contributor of the item after an acceptance, to the claimant after a refusal. */
  note: string | null;
}
