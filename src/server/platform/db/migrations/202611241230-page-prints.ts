import type { Kysely } from "kysely";

/** Adds the fingerprints of a paper's first pages. Papers that are stored already get them when they are next drawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("paper").addColumn("pageHashes", "text").execute();
  await db.schema.alterTable("paper").addColumn("pagePrints", "text").execute();
}
