/** A contributor's request to delete an item. Each item has one at most; asking again opens it again. */
export interface DeletionRequestTable {
  resourceId: string;
  userId: string;
  askedAt: number;
  /** Null while it awaits an admin. */
  outcome: DeletionOutcome | null;
}
export type DeletionOutcome = "granted" | "refused";

/** A contributor's edit of an approved item. Each item has at most one, until an admin decides. */
export interface ChangeTable {
  resourceId: string;
  /** New with each change that replaces it, so that a decision is about exactly one change. */
  id: string;
  /** The version of the item that the contributor saw. */
  baseVersion: number;
  /** JSON of the new fields by canonical name. Without a link or an image, the item keeps its own. */
  fields: string;
  /** Key of the new file or image; null if the change brings neither. */
  fileKey: string | null;
  createdAt: number;
}
