import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * A semester as people write it, beside the form that lists filter by (decision 040). Older rows have a number, which is
 * both. The filtered column keeps its indexes, totals and place in the search under its new name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema.alterTable("resource").renameColumn("semester", "semesterKey").execute();
  await db.schema.alterTable("resource").addColumn("semester", "text").execute();
  if (isPostgres) await renameInFunctions(db);
  // Nothing that a trigger keeps changes; on a large archive each would take minutes.
  if (isPostgres) await sql`alter table resource disable trigger user`.execute(db);
  await sql`update resource set semester = "semesterKey" where "semesterKey" is not null`.execute(db);
  if (isPostgres) await sql`alter table resource enable trigger user`.execute(db);
}

/** SQLite renames a column in its triggers, too. PostgreSQL leaves the bodies of functions as they are. */
async function renameInFunctions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = current_schema()::regnamespace and prokind = 'f' and prosrc like '%semester%'`.execute(
    db,
  );
  for (const { definition } of rows) {
    // In quotes, and after `new.`, it is the column of the table that the function fills.
    await sql.raw(definition.replace(/(?<!"|new\.)\bsemester\b(?!")/g, '"semesterKey"')).execute(db);
  }
}
