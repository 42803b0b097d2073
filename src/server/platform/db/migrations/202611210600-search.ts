import { type Kysely, PostgresAdapter, sql } from "kysely";
import { postgresSearch } from "./202611210601-search-postgres.ts";
import { sqliteSearch } from "./202611210602-search-sqlite.ts";

/**
 * Adds the search index. Triggers update it in the transaction of every write. A job indexes the existing
 * items in batches, because a large archive needs minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("resource")
    .addColumn("searchTitle", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  const statements = db.getExecutor().adapter instanceof PostgresAdapter ? postgresSearch : sqliteSearch;
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.schema
    .createTable("searchAlias")
    .addColumn("alias", "text", (column) => column.notNull())
    .addColumn("phrase", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("searchAlias_key", ["alias", "phrase"])
    .execute();
  await orderRebuild(db);
}

async function orderRebuild(untyped: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select id from resource limit 1`.execute(untyped);
  if (rows.length === 0) return;
  await sql`insert into setting (name, value) values ('searchRebuild', '')`.execute(untyped);
  await sql`insert into job (id, kind, payload, state, attempts, "runAt", "createdAt", "updatedAt")
    values ('search-rebuild', 'rebuildSearch', '{}', 'queued', 0, 0, 0, 0)`.execute(untyped);
}
