import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Adds a column for the semester as the contributor wrote it, in addition to the normal form for filters
 * (decision 040). In older rows, both columns hold the same number. The column of the normal form is renamed,
 * but keeps its indexes, its totals and its use in search.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema.alterTable("resource").renameColumn("semester", "semesterKey").execute();
  await db.schema.alterTable("resource").addColumn("semester", "text").execute();
  if (isPostgres) await renameInFunctions(db);
  // The triggers would change nothing here, but would take minutes on a large archive.
  if (isPostgres) await sql`alter table resource disable trigger user`.execute(db);
  await sql`update resource set semester = "semesterKey" where "semesterKey" is not null`.execute(db);
  if (isPostgres) await sql`alter table resource enable trigger user`.execute(db);
}

/** SQLite also renames the column within triggers. PostgreSQL does not change the bodies of functions. */
async function renameInFunctions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = current_schema()::regnamespace and prokind = 'f' and prosrc like '%semester%'`.execute(
    db,
  );
  for (const { definition } of rows) {
    // In quotes or after `new.`, the name is a column of the table that the function fills.
    await sql.raw(definition.replace(/(?<!"|new\.)\bsemester\b(?!")/g, '"semesterKey"')).execute(db);
  }
}
