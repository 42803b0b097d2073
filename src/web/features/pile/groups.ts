import type { ShownRow } from "./pile-view.ts";

/** The filters of the table in this order. */
export const groupNames = [
  "check",
  "ready",
  "reading",
  "duplicate",
  "refused",
  "leftOut",
  "sending",
  "sent",
] as const;
export type GroupName = (typeof groupNames)[number];

const groups: Record<ShownRow["status"], GroupName> = {
  uploading: "reading",
  reading: "reading",
  missing: "check",
  check: "check",
  failed: "check",
  ready: "ready",
  duplicate: "duplicate",
  leftOut: "leftOut",
  refused: "refused",
  sending: "sending",
  sent: "sent",
};

export const groupOf = ({ status }: Pick<ShownRow, "status">): GroupName => groups[status];

/** The number of rows in each group. */
export function countGroups(rows: ShownRow[]): Record<GroupName, number> {
  const counts = Object.fromEntries(groupNames.map((name) => [name, 0])) as Record<GroupName, number>;
  for (const row of rows) counts[groupOf(row)] += 1;
  return counts;
}

/**
 * How many papers the person can still confirm: none that is sent, being sent, refused or taken out. A duplicate stays out too
 * until the person wants to send it anyway.
 */
export const leftToConfirm = ({ check, ready, reading }: Record<GroupName, number>): number =>
  check + ready + reading;

/** Whether the person can still change a row. */
export const isOpen = ({ status }: ShownRow): boolean =>
  !["uploading", "refused", "sending", "sent"].includes(status);

/** Whether a row will become an item: it is open, and nothing leaves it out. */
export const isPaper = (row: ShownRow): boolean =>
  isOpen(row) && row.status !== "duplicate" && row.status !== "leftOut";
