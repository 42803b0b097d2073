import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Adds the admins' contact settings. The footer of every public page shows them, so triggers announce each
 * change under the topic `frame`, as in migration 202611210620.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable("contactDetails")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("settings", "text", (column) => column.notNull())
    .execute();
  if (isPostgres)
    await sql`create function "contactDetails_public"() returns trigger language plpgsql as
      $$ begin perform pg_notify('proshno_changes', 'changed frame'); return null; end $$`.execute(db);
  for (const on of ["insert", "update", "delete"] as const) {
    const head = `create trigger "contactDetails_${on}_public" after ${on} on "contactDetails"`;
    const body = isPostgres
      ? `for each row execute function "contactDetails_public"()`
      : `begin insert into generation (topic, n) values ('frame', 1) on conflict (topic) do update set n = n + 1; end`;
    await sql.raw(`${head} ${body}`).execute(db);
  }
}
