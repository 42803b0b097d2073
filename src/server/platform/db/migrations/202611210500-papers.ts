import { type Kysely, sql } from "kysely";

/** Files that people hand in, and what is known of their pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One ALTER for each statement, because SQLite takes no more.
  await db.schema.alterTable("file").addColumn("uploaderId", "text").execute();
  await db.schema.alterTable("file").addColumn("name", "text").execute();
  await db.schema.createIndex("file_uploader").on("file").column("uploaderId").execute();
  await db.schema.createIndex("file_sha256").on("file").column("sha256").execute();
  await db.schema.dropIndex("resource_file").execute();
  // A file belongs to one item, also when two ask for it at the same time.
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
