import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Adds the merged departments of universities (decision 087), and the departments that items had before. Filters and
 * addresses depend on the first table, so triggers announce its changes under the topic `shared`, as those of
 * `university` do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable("departmentMerge")
    .addColumn("universityKey", "text", (column) => column.notNull())
    .addColumn("departmentKey", "text", (column) => column.notNull())
    .addColumn("department", "text", (column) => column.notNull())
    .addColumn("intoKey", "text", (column) => column.notNull())
    .addColumn("intoDepartment", "text", (column) => column.notNull())
    .addColumn("shownKey", "text", (column) => column.notNull())
    .addColumn("shownDepartment", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("departmentMerge_key", ["universityKey", "departmentKey"] as never)
    .execute();
  await db.schema
    .createIndex("departmentMerge_department")
    .on("departmentMerge")
    .columns(["departmentKey", "universityKey"])
    .execute();
  await db.schema
    .createTable("departmentMove")
    .addColumn("itemId", "text", (column) =>
      column.primaryKey().notNull().references("resource.id").onDelete("cascade"),
    )
    .addColumn("universityKey", "text", (column) => column.notNull())
    .addColumn("shownKey", "text", (column) => column.notNull())
    .addColumn("departmentKey", "text", (column) => column.notNull())
    .addColumn("department", "text", (column) => column.notNull())
    .execute();
  await announce(db, "departmentMerge", isPostgres);
}

async function announce(db: Kysely<unknown>, table: string, isPostgres: boolean): Promise<void> {
  if (isPostgres)
    await sql
      .raw(
        `create function "${table}_public"() returns trigger language plpgsql as
          $$ begin perform pg_notify('proshno_changes', 'changed shared'); return null; end $$`,
      )
      .execute(db);
  for (const on of ["insert", "update", "delete"] as const) {
    const head = `create trigger "${table}_${on}_public" after ${on} on "${table}"`;
    const body = isPostgres
      ? `for each row execute function "${table}_public"()`
      : `begin insert into generation (topic, n) values ('shared', 1) on conflict (topic) do update set n = n + 1; end`;
    await sql.raw(`${head} ${body}`).execute(db);
  }
}
