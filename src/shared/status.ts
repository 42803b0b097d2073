/** Spec §9. We accept a status in any case, and store and emit it in this one. */
export const statuses = ["Pending", "Approved", "Cancelled"] as const;
export type Status = (typeof statuses)[number];

/** @returns the status for a name in any case, or undefined */
export function parseStatus(text: string): Status | undefined {
  const key = text.trim().toLowerCase();
  return statuses.find((status) => status.toLowerCase() === key);
}
