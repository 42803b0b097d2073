import type { Database, Query, ResourceTable } from "../db/schema.ts";

/** What an item must still be; any, where absent. */
export type Expected = Partial<Pick<ResourceTable, "version" | "status" | "uploaderId">>;

/**
 * Holds an item until the transaction ends. Each writer holds the item first, then its change, then files: so no two
 * writers wait for each other. An answer may be added below the item meanwhile.
 * @returns undefined where the item is another by now
 */
export async function holdItem(
  trx: Query,
  engine: Database["engine"],
  id: string,
  expected: Expected,
): Promise<Pick<ResourceTable, "version" | "fileKey"> | undefined> {
  let item = trx.selectFrom("resource").select(["version", "fileKey"]).where("id", "=", id);
  if (engine === "postgres") item = item.forNoKeyUpdate();
  // Compared by PostgreSQL with the row as it is once it is held.
  if (expected.version !== undefined) item = item.where("version", "=", expected.version);
  if (expected.status !== undefined) item = item.where("status", "=", expected.status);
  if (expected.uploaderId !== undefined) item = item.where("uploaderId", "=", expected.uploaderId);
  return item.executeTakeFirst();
}
