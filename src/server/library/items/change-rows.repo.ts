import type { ChangeTable, Database, Query } from "../../platform/index.ts";
import { removeFiles } from "../../files/index.ts";

/** Stores waiting changes of items that have none. */
export async function insertChanges(trx: Query, changes: readonly ChangeTable[]): Promise<void> {
  if (changes.length > 0) await trx.insertInto("change").values(changes).execute();
}

/** Deletes a change of an item. @returns the key of its file; undefined if the change is no longer open */
export const deleteChange = (trx: Query, resourceId: string, id: string) =>
  trx
    .deleteFrom("change")
    .where("resourceId", "=", resourceId)
    .where("id", "=", id)
    .returning("fileKey")
    .executeTakeFirst();

/**
 * Closes the open change of an item that is no longer approved, and releases its file.
 * @returns the result of `removeFiles`
 */
export async function closeChange(trx: Query, resourceId: string): Promise<string[]> {
  const closed = await trx
    .deleteFrom("change")
    .where("resourceId", "=", resourceId)
    .returning("fileKey")
    .executeTakeFirst();
  return closed?.fileKey ? removeFiles(trx, [closed.fileKey]) : [];
}

/**
 * Closes the open changes of people whose accounts we delete, and releases their files. It locks all their
 * items until the transaction ends, so no concurrent edit can store another change.
 * @returns the result of `removeFiles`
 */
export async function closeChangesOf(
  trx: Query,
  engine: Database["engine"],
  uploaderIds: string[],
): Promise<string[]> {
  const own = trx.selectFrom("resource").select("id").where("uploaderId", "in", uploaderIds);
  if (engine === "postgres") await own.orderBy("id").forUpdate().execute();
  const closed = await trx.deleteFrom("change").where("resourceId", "in", own).returning("fileKey").execute();
  const keys = closed.flatMap(({ fileKey }) => fileKey ?? []);
  return keys.length > 0 ? removeFiles(trx, keys) : [];
}
