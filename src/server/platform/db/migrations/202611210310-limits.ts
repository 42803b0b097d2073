import type { Kysely } from "kysely";

/** How much of each limit is used up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("rateLimit")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("fullAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("rateLimit_fullAt").on("rateLimit").column("fullAt").execute();
}
