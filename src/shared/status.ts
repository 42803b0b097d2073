/** The statuses of spec §9. We accept a status in any letter case, and store and return it in this form. */
export const statuses = ["Pending", "Approved", "Cancelled"] as const;
export type Status = (typeof statuses)[number];

/** @returns the status for a name in any letter case; undefined for other text */
export function parseStatus(text: string): Status | undefined {
  const key = text.trim().toLowerCase();
  return statuses.find((status) => status.toLowerCase() === key);
}
