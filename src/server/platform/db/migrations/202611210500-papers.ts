import { type Kysely, sql } from "kysely";

/** Adds uploaded files, and data about their pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One column per ALTER TABLE, because SQLite accepts only one.
  await db.schema.alterTable("file").addColumn("uploaderId", "text").execute();
  await db.schema.alterTable("file").addColumn("name", "text").execute();
  await db.schema.createIndex("file_uploader").on("file").column("uploaderId").execute();
  await db.schema.createIndex("file_sha256").on("file").column("sha256").execute();
  await db.schema.dropIndex("resource_file").execute();
  // Only one item can use a file, even if two requests claim it at the same time.
  await sql`create unique index resource_file_once on resource ("fileKey") where "fileKey" is not null`.execute(
    db,
  );
  await db.schema
    .createTable("paper")
    .addColumn("sha256", "text", (column) => column.primaryKey())
    .addColumn("pages", "integer", (column) => column.notNull())
    .addColumn("hash", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
}
