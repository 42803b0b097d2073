import { type Kysely, PostgresAdapter, sql } from "kysely";

export type Engine = "sqlite" | "postgres";

/** Returns the engine behind the transaction of a migration. */
export const engineOf = (db: Kysely<unknown>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? "postgres" : "sqlite";

/** Runs statements one after another. */
export async function runAll(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
