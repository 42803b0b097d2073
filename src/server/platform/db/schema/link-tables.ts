import type { CopyProblem, CopyState } from "../../../../shared/files/drive-copy.ts";

/** A person's report of a broken link. */
export interface BrokenLinkTable {
  itemId: string;
  /** A keyed hash of the item, with the person or the visitor's network. */
  reporter: string;
  /** The reported link. The report no longer counts if the item's link was changed. */
  link: string;
  reportedAt: number;
}

/** The results of an item's link checks. */
export interface LinkCheckTable {
  itemId: string;
  /** The checked link. */
  link: string;
  /** The number of failed checks in a row. */
  failures: number;
  /** The time of the next check, in epoch milliseconds. */
  dueAt: number;
}

/** The state of the copy of an item's Drive file. The row no longer counts if the item's link was changed. */
export interface DriveCopyTable {
  itemId: string;
  /** The `linkKey` of the item's link. */
  linkKey: string;
  state: CopyState["state"];
  /** Why the last attempt failed; null if there was no failure. */
  problem: CopyProblem | null;
  updatedAt: number;
}

/** A file that is a copy from Google Drive. */
export interface DriveCopyFileTable {
  fileKey: string;
  /** The account whose item the copy was made for; null if there was none, or if it was deleted. */
  ownerId: string | null;
  /** In bytes. */
  size: number;
}
