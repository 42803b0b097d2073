import type { Query } from "../../platform/index.ts";
import { closeChange } from "./change-rows.repo.ts";
import { closeReports } from "./close-reports.repo.ts";
import { releaseCopy } from "./drive-copy.repo.ts";

/**
 * Removes an item from the archive. The item becomes Cancelled, which hides it, and the row remembers the
 * earlier status. This also closes the item's reports and its open change, and removes the copy of its Drive
 * file.
 * @returns the result of `removeFiles`; undefined if the item was already removed
 */
export async function removeItem(
  trx: Query,
  id: string,
  now: number,
  reason: string | null,
): Promise<string[] | undefined> {
  const { numUpdatedRows } = await trx
    .updateTable("resource")
    .set((eb) => ({
      removedFrom: eb.ref("status"),
      status: "Cancelled",
      reason,
      updatedAt: now,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("removedFrom", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  await closeReports(trx, id, now);
  return [...(await closeChange(trx, id)), ...(await releaseCopy(trx, id))];
}

/** Gives a removed item its earlier status back. @returns false if the item was not removed */
export async function restoreItem(trx: Query, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("resource")
    .set((eb) => ({
      status: eb.ref("removedFrom").$notNull(),
      removedFrom: null,
      reason: null,
      updatedAt: now,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("removedFrom", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
