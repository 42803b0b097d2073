/** Spec §9, stored and emitted in this case (product.md). */
export const statuses = ["Pending", "Approved", "Cancelled"] as const;
export type Status = (typeof statuses)[number];

/** @returns the status for a name in any case, or undefined */
export function parseStatus(text: string): Status | undefined {
  const key = text.trim().toLowerCase();
  return statuses.find((status) => status.toLowerCase() === key);
}
