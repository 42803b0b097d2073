import type { Kysely } from "kysely";

/** Adds upload locks, which all processes share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("uploadLock")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("holder", "text", (column) => column.notNull())
    .addColumn("leaseUntil", "bigint", (column) => column.notNull())
    .addColumn("wanted", "integer", (column) => column.notNull())
    .execute();
}
