import type { Query } from "../../platform/index.ts";

/**
 * Closes the open reports of an item. Whatever hides an item settles them in its own transaction, wherever it was
 * hidden from.
 * @param now epoch milliseconds @param until leaves those that came later; all where left out
 * @returns how many were open
 */
export async function settleReports(
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
