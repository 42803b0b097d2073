/** A contributor's request to delete an item. Each item has at most one row; a new request reopens it. */
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
  /** A new id for each replacement, so that a decision is about exactly one change. */
  id: string;
  /** The version of the item that the contributor saw. */
  baseVersion: number;
  /** JSON of the new fields by canonical name. If it has no link or image, the item keeps its present one. */
  fields: string;
  /** The key of the new file or image; null if the change has no new file or image. */
  fileKey: string | null;
  createdAt: number;
}
