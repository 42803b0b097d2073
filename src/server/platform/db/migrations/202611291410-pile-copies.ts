import type { Kysely } from "kysely";

/** Adds two columns of a pile's row: the rows that show the same pages, and the item of which it is a better copy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["alike", "betterCopyOf"])
    await db.schema.alterTable("pileRow").addColumn(name, "text").execute();
}
