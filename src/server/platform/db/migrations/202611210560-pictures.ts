import { type Kysely, sql } from "kysely";

/** Adds stored profile photos, and the sizes of images. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("photoKey", "text").execute();
  await sql`create unique index users_photo on users ("photoKey") where "photoKey" is not null`.execute(db);
  // One column per ALTER TABLE, because SQLite accepts only one.
  await db.schema.alterTable("file").addColumn("width", "integer").execute();
  await db.schema.alterTable("file").addColumn("height", "integer").execute();
}
