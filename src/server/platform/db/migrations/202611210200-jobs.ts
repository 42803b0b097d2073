import { type Kysely, sql } from "kysely";

/** Adds jobs: work outside a request, such as mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("job")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("runAt", "bigint", (column) => column.notNull())
    .addColumn("leaseUntil", "bigint")
    .addColumn("lastError", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addCheckConstraint("job_state", sql`state in ('queued', 'running', 'dead')`)
    .execute();
  await db.schema.createIndex("job_due").on("job").columns(["state", "runAt", "id"]).execute();
  await db.schema.createIndex("job_lease").on("job").columns(["state", "leaseUntil"]).execute();
}
