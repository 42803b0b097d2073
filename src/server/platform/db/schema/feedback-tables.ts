import type { ReportReason } from "../../../../shared/schemas/feedback.ts";
import type { TakedownOutcome } from "../../../../shared/schemas/takedown.ts";

/** A person's vote on whether an answer helped. Each person has one vote per answer, and can change it. */
export interface VoteTable {
  itemId: string;
  userId: string;
  helpful: 0 | 1;
  votedAt: number;
}

/** A person's rating of an item. Each person has one rating per item, and can change it. */
export interface RatingTable {
  itemId: string;
  userId: string;
  /** The rating in half stars, from 2 to 10. */
  halves: number;
  ratedAt: number;
}

/** A reader's report of a problem with an item. */
export interface ReportTable {
  id: string;
  itemId: string;
  /** Null for a visitor, and after the reporter's account was deleted. */
  userId: string | null;
  reason: ReportReason;
  comment: string;
  createdAt: number;
  /** Null until an admin dismisses the report or hides the item. */
  handledAt: number | null;
}

/** A claim that an item infringes copyright. */
export interface TakedownTable {
  id: string;
  /** No foreign key, because the claim outlives its item. The claim stores the item's kind and title. */
  itemId: string;
  itemKind: string;
  itemTitle: string;
  name: string;
  email: string;
  /** The claimant's description of the work that the item copies. */
  work: string;
  /** The name under the statement of good faith. */
  signature: string;
  createdAt: number;
  /** Null until an admin decides, like the next three fields. */
  decidedAt: number | null;
  decidedBy: string | null;
  outcome: TakedownOutcome | null;
  /**
   * The admin's note: for the item's contributor if the claim is accepted, for the claimant if the claim is
   * rejected.
   */
  note: string | null;
}
