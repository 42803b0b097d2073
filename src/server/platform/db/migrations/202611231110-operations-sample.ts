import type { Kysely } from "kysely";

/** Adds the measurements of each minute, for the admins' page about operations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("operationsSample")
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("machine", "text", (column) => column.notNull())
    .addColumn("requests", "integer", (column) => column.notNull())
    .addColumn("errors", "integer", (column) => column.notNull())
    .addColumn("p95Ms", "integer")
    .addColumn("cacheHits", "integer", (column) => column.notNull())
    .addColumn("cacheLookups", "integer", (column) => column.notNull())
    .addColumn("queued", "integer", (column) => column.notNull())
    .addColumn("dead", "integer", (column) => column.notNull())
    .addColumn("pagesWaiting", "integer", (column) => column.notNull())
    .addColumn("diskFree", "bigint", (column) => column.notNull())
    .addColumn("memory", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("operationsSample_key", ["at", "machine"])
    .execute();
}
