import type { Kysely } from "kysely";

/** Adds the used part of each rate limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("rateLimit")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("fullAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("rateLimit_fullAt").on("rateLimit").column("fullAt").execute();
}
