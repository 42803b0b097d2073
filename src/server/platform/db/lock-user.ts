import type { Database, Query, UserTable } from "./schema/schema.ts";

/**
 * Locks a person's row until the transaction ends. A login, a password change and a suspension of the same
 * person therefore run one after another, and each sees the result of the previous transaction. SQLite has
 * one writer and needs no lock.
 */
export function lockUser(trx: Query, engine: Database["engine"], id: string): Promise<UserTable | undefined> {
  const user = trx.selectFrom("users").selectAll().where("id", "=", id);
  return (engine === "postgres" ? user.forUpdate() : user).executeTakeFirst();
}
