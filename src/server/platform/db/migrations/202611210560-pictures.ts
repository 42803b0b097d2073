import { type Kysely, sql } from "kysely";

/** Photos of people as files of ours, and the sizes of images. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("photoKey", "text").execute();
  await sql`create unique index users_photo on users ("photoKey") where "photoKey" is not null`.execute(db);
  // One ALTER for each statement, because SQLite takes no more.
  await db.schema.alterTable("file").addColumn("width", "integer").execute();
  await db.schema.alterTable("file").addColumn("height", "integer").execute();
}
