import type { Database, Query } from "../../platform/index.ts";

/**
 * Locks a file until the transaction ends.
 * @param id of the item that shows it, now or after approval of its change
 * @returns whether the file exists and no other item or change uses it
 */
export async function claimFile(
  trx: Query,
  engine: Database["engine"],
  key: string,
  id = "",
): Promise<boolean> {
  const file = trx.selectFrom("file").select("key").where("key", "=", key);
  const held = await (engine === "postgres" ? file.forUpdate() : file).executeTakeFirst();
  const items = trx.selectFrom("resource").select("id").where("fileKey", "=", key).where("id", "!=", id);
  const changes = trx
    .selectFrom("change")
    .select("resourceId as id")
    .where("fileKey", "=", key)
    .where("resourceId", "!=", id);
  const taken = await items.unionAll(changes).limit(1).executeTakeFirst();
  return held !== undefined && taken === undefined;
}
