/**
 * A contributor's request to delete an item. Each item has at most one row, and a new request reopens the
 * row.
 */
export interface DeletionRequestTable {
  resourceId: string;
  userId: string;
  askedAt: number;
  /** Null until an admin decides. */
  outcome: DeletionOutcome | null;
}
export type DeletionOutcome = "granted" | "refused";

/** A contributor's edit of an approved item that waits for an admin. Each item has at most one. */
export interface ChangeTable {
  resourceId: string;
  /** A replacement gets a new id, so that a decision applies to exactly one change. */
  id: string;
  /** The version of the item that the contributor saw. */
  baseVersion: number;
  /**
   * JSON of the new fields by canonical name. Without a link or image in it, the item keeps its current link
   * or image.
   */
  fields: string;
  /** The key of the new file or image; null if the change has no new file or image. */
  fileKey: string | null;
  createdAt: number;
}
