/** The statuses of spec §9. We accept a status in any letter case, and store and return it in this form. */
export const statuses = ["Pending", "Approved", "Cancelled"] as const;
export type Status = (typeof statuses)[number];

/** The columns that say what happened to an item. */
export interface Decided {
  status: Status;
  /** 1 if a moderator returned the item. */
  returned: number;
  /** The earlier status of a removed item. */
  removedFrom: Status | null;
}

/**
 * Whether a contributor may fix an item and send it again. Items that were removed, taken down or marked as duplicates
 * may not.
 */
export const mayBeSentAgain = ({ status, returned, removedFrom }: Decided): boolean =>
  status === "Cancelled" && returned === 1 && removedFrom === null;

/** @returns the status for a name in any letter case; undefined for other text */
export function parseStatus(text: string): Status | undefined {
  const key = text.trim().toLowerCase();
  return statuses.find((status) => status.toLowerCase() === key);
}
