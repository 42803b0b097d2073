/** A contributor whose new items are approved without a moderator. */
export interface TrustedContributorTable {
  userId: string;
  /** The time of the grant, in epoch milliseconds. */
  grantedAt: number;
  /** The time since which the trust is suspended, in epoch milliseconds; null while it holds. */
  suspendedAt: number | null;
  /** The item whose rejection or removal suspended the trust. */
  suspendedItemId: string | null;
}

/** An item that was approved because its contributor is trusted. */
export interface TrustedItemTable {
  resourceId: string;
  /** The contributor; null after the account was deleted. */
  userId: string | null;
  /** The time of the approval, in epoch milliseconds. */
  publishedAt: number;
  /** The time when a moderator marked the item as checked, in epoch milliseconds; null before. */
  checkedAt: number | null;
}

/** A moderator's choice about the daily mail about waiting items. */
export interface WaitingMailTable {
  userId: string;
  isOff: 0 | 1;
  /** The time of the last mail, in epoch milliseconds; null before the first. */
  mailedAt: number | null;
}
