import { type Kysely, sql } from "kysely";

/**
 * Adds what is known of better copies: the item that a contribution wants to replace the file of, the item that shows
 * its file since, and the account whose copy an item shows. All are null for existing items. The indexes hold only the few
 * rows with a value.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["betterCopyOf", "movedTo", "betterCopyBy"])
    await db.schema.alterTable("resource").addColumn(name, "text").execute();
  await sql`create index "resource_movedTo" on resource ("movedTo") where "movedTo" is not null`.execute(db);
  await sql`create index "resource_betterCopyBy" on resource ("betterCopyBy")
    where "betterCopyBy" is not null`.execute(db);
}
