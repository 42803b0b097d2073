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
