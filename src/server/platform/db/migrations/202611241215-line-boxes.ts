import type { Kysely } from "kysely";

/** Adds the places of a page's lines. Pages that were read before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("pageText").addColumn("lineBoxes", "text").execute();
}
