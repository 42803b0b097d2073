import type { Query } from "../../platform/index.ts";

/**
 * Closes the open reports of an item. Every action that hides an item calls this function in the same
 * transaction.
 * @param now epoch milliseconds
 * @param until reports after this time (epoch milliseconds) stay open; undefined closes all reports
 * @returns the number of closed reports
 */
export async function closeReports(
  trx: Query,
  itemId: string,
  now: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("report")
    .set({ handledAt: now })
    .where("itemId", "=", itemId)
    .where("handledAt", "is", null)
    .where("createdAt", "<=", until)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
