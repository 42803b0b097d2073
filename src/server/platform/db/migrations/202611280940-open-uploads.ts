import type { Kysely } from "kysely";

/** Adds the bytes that unfinished uploads announced, which all servers count. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("openUpload")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("ownerId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("pileId", "text")
    .addColumn("papers", "integer", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("arrived", "bigint", (column) => column.notNull())
    .addColumn("allowance", "text", (column) => column.notNull())
    .addColumn("writtenAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("openUpload_owner").on("openUpload").column("ownerId").execute();
  await db.schema.createIndex("openUpload_writtenAt").on("openUpload").column("writtenAt").execute();
}
