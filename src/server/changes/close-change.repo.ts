import type { Database, Query } from "../db/schema.ts";
import { removeFiles } from "../files/remove-files.repo.ts";

/**
 * Closes the open change of an item that is not approved any more, and releases its file.
 * @returns what `removeFiles` returns
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
 * Closes the open changes of a person who leaves, and releases their files.
 * @returns what `removeFiles` returns
 */
export async function closeChangesOf(
  trx: Query,
  engine: Database["engine"],
  uploaderId: string,
): Promise<string[]> {
  const changed = trx
    .selectFrom("resource")
    .select("id")
    .where("uploaderId", "=", uploaderId)
    .where("id", "in", trx.selectFrom("change").select("resourceId"))
    .orderBy("id");
  // The items first, as every decision on a change holds them.
  const ids = (await (engine === "postgres" ? changed.forUpdate() : changed).execute()).map(({ id }) => id);
  if (ids.length === 0) return [];
  const closed = await trx.deleteFrom("change").where("resourceId", "in", ids).returning("fileKey").execute();
  const keys = closed.flatMap(({ fileKey }) => fileKey ?? []);
  return keys.length > 0 ? removeFiles(trx, keys) : [];
}
