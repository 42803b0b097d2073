import type { Database, Query, UserTable } from "./schema/schema.ts";

/**
 * Locks a person's row until the transaction ends. So a login and a new password or suspension run one after
 * the other, and the later one sees the result. SQLite has one writer and needs no lock.
 */
export function lockUser(trx: Query, engine: Database["engine"], id: string): Promise<UserTable | undefined> {
  const user = trx.selectFrom("users").selectAll().where("id", "=", id);
  return (engine === "postgres" ? user.forUpdate() : user).executeTakeFirst();
}
