import { type Kysely, sql } from "kysely";

/**
 * Counts how often the process of a job died. The index finds the few jobs of an owner that a process died of. A release
 * without this column counts such a claim as one more attempt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("job")
    .addColumn("deaths", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index "job_deaths" on job (owner) where deaths > 0`.execute(db);
}
