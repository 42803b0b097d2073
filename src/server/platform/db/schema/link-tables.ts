/** A person's report of a broken link. */
export interface BrokenLinkTable {
  itemId: string;
  /** A keyed hash of the person, or of a visitor's network, and the item. */
  reporter: string;
  /** The link that they mean: of a corrected one nothing was said. */
  link: string;
  reportedAt: number;
}

/** The results of an item's link checks. */
export interface LinkCheckTable {
  itemId: string;
  /** The link that was looked at. */
  link: string;
  /** Looks in a row that found nothing behind it. */
  failures: number;
  /** When to look again, in epoch milliseconds. */
  dueAt: number;
}
