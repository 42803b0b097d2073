import type { Database, Query, ResourceTable } from "../../platform/index.ts";
import { withUniversities } from "../universities/university-names.repo.ts";

// Other modules write items with these functions, in their own transactions.

/** The number of rows in one INSERT. SQLite accepts at most 32,766 parameters in a statement. */
const CHUNK = 200;

/** Stores new items. */
export async function insertItems(
  trx: Query,
  engine: Database["engine"],
  rows: readonly ResourceTable[],
): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto("resource")
      .values(await withUniversities(trx, engine, rows))
      .execute();
}

/** Stores the items that don't exist yet. @returns their ids */
export async function insertMissingItems(
  trx: Query,
  engine: Database["engine"],
  rows: readonly ResourceTable[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < rows.length; start += CHUNK) {
    const inserted = await trx
      .insertInto("resource")
      .values(await withUniversities(trx, engine, rows.slice(start, start + CHUNK)))
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .execute();
    ids.push(...inserted.map((row) => row.id));
  }
  return ids;
}

/** Writes columns of an item that the caller has locked. */
export async function updateItem(trx: Query, id: string, columns: Partial<ResourceTable>): Promise<void> {
  await trx.updateTable("resource").set(columns).where("id", "=", id).execute();
}

/** Approves a new item in the transaction that inserted it. */
export async function approveItem(trx: Query, id: string): Promise<void> {
  await trx
    .updateTable("resource")
    .set((eb) => ({ status: "Approved", version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** Deletes items with the answers below them. */
export async function deleteItems(trx: Query, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom("resource").where("id", "in", ids).execute();
}
