import type { Database, Query, ResourceTable } from "../../platform/index.ts";
import { insertMoves } from "../universities/department-moves.repo.ts";
import { movesOfNew, placedItems } from "./place-items.repo.ts";

// Other modules write items with these functions, in their own transactions.

/** The number of rows in one INSERT. SQLite accepts at most 32,766 parameters in a statement. */
const CHUNK = 200;

/** Stores new items. */
export async function insertItems(
  trx: Query,
  engine: Database["engine"],
  rows: readonly ResourceTable[],
): Promise<void> {
  if (rows.length === 0) return;
  const placed = await placedItems(trx, engine, rows);
  await trx.insertInto("resource").values(placed).execute();
  await insertMoves(trx, movesOfNew(rows, placed));
}

/** Stores the items that don't exist yet. @returns their ids */
export async function insertMissingItems(
  trx: Query,
  engine: Database["engine"],
  rows: readonly ResourceTable[],
): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK);
    const placed = await placedItems(trx, engine, chunk);
    const inserted = await trx
      .insertInto("resource")
      .values(placed)
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .execute();
    const isNew = new Set(inserted.map((row) => row.id));
    await insertMoves(
      trx,
      movesOfNew(chunk, placed).filter(({ itemId }) => isNew.has(itemId)),
    );
    ids.push(...isNew);
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
