import type { Database, Query, ResourceTable } from "../../platform/index.ts";

/** The expected values of an item; a value that is left out may be any. */
export type Expected = Partial<Pick<ResourceTable, "version" | "status" | "uploaderId">>;

/**
 * Locks an item until the transaction ends. Each writer locks the item first, then its change, then files, so that two
 * writers never deadlock. Meanwhile people may still add an answer to the item.
 * @returns the item, or undefined if it no longer has the expected values
 */
export async function lockItem(
  trx: Query,
  engine: Database["engine"],
  id: string,
  expected: Expected,
): Promise<Pick<ResourceTable, "version" | "fileKey"> | undefined> {
  let item = trx.selectFrom("resource").select(["version", "fileKey"]).where("id", "=", id);
  if (engine === "postgres") item = item.forNoKeyUpdate();
  // PostgreSQL compares these with the locked row.
  if (expected.version !== undefined) item = item.where("version", "=", expected.version);
  if (expected.status !== undefined) item = item.where("status", "=", expected.status);
  if (expected.uploaderId !== undefined) item = item.where("uploaderId", "=", expected.uploaderId);
  return item.executeTakeFirst();
}
