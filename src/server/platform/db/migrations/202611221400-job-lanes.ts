import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Adds a lane, an owner and a subject to each job, so that owners take turns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const [name, value] of [
    ["lane", "mail"],
    ["owner", ""],
  ] as const) {
    await db.schema
      .alterTable("job")
      .addColumn(name, "text", (column) => column.notNull().defaultTo(value))
      .execute();
  }
  await db.schema.alterTable("job").addColumn("subject", "text").execute();
  const field = (name: string) =>
    isPostgres ? sql`payload::json ->> ${sql.lit(name)}` : sql`payload ->> ${sql.lit(`$.${name}`)}`;
  await sql`update job set lane = case
      when kind = 'readText' then 'text'
      when kind = 'rebuildSearch' then 'index'
      when kind = 'linkCheck' then 'links'
      when cast(${field("page")} as integer) <= 2 then 'heads'
      else 'pages' end
    where kind in ('readText', 'recognisePage', 'rebuildSearch', 'linkCheck')`.execute(db);
  await sql`update job set subject = ${field("sha256")} where kind in ('readText', 'recognisePage')`.execute(
    db,
  );
  await sql`update job set owner = coalesce(
      (select "uploaderId" from file where file.sha256 = job.subject and "uploaderId" is not null
        order by "createdAt" limit 1), '')
    where subject is not null`.execute(db);
  await db.schema.dropIndex("job_due").execute();
  await db.schema
    .createIndex("job_turn")
    .on("job")
    .columns(["lane", "state", "owner", "runAt", "id"])
    .execute();
  await db.schema.createIndex("job_subject").on("job").column("subject").execute();
  await db.schema
    .createTable("jobUse")
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("day", "integer", (column) => column.notNull())
    .addColumn("turnMs", "bigint", (column) => column.notNull())
    .addColumn("pages", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("jobUse_key", ["owner", "day"])
    .execute();
}
