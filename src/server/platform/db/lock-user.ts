import type { Database, Query, UserTable } from "./schema/schema.ts";

/**
 * The person, held until the transaction ends: what changes a password or suspends waits, and what waited sees the
 * session. SQLite's one writer needs no lock.
 */
export function lockUser(trx: Query, engine: Database["engine"], id: string): Promise<UserTable | undefined> {
  const user = trx.selectFrom("users").selectAll().where("id", "=", id);
  return (engine === "postgres" ? user.forUpdate() : user).executeTakeFirst();
}
