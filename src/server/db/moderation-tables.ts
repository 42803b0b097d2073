/** A contributor's request to delete an item. Each item has one at most; asking again opens it again. */
export interface DeletionRequestTable {
  resourceId: string;
  userId: string;
  askedAt: number;
  /** Null while it awaits an admin. */
  outcome: DeletionOutcome | null;
}
export type DeletionOutcome = "granted" | "refused";

/** What the contributor of an approved item wants to change of it. Each item has one at most, until an admin decides. */
export interface ChangeTable {
  resourceId: string;
  /** Another one with each change that takes its place: a decision is about this one alone. */
  id: string;
  /** The item's version that the contributor saw. */
  baseVersion: number;
  /** JSON of the new fields by canonical name. Neither link nor image means that the item keeps its own. */
  fields: string;
  /** Of the new file or image; null where the change brings none. */
  fileKey: string | null;
  createdAt: number;
}
