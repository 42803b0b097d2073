import type { Kysely } from "kysely";

/** Adds the names of unfinished uploads to piles, so that their owner can choose the files again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("openUpload").addColumn("name", "text").execute();
}
