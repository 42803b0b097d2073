import type { Kysely } from "kysely";

/** The hash of the uploaded bytes, if the stored ones differ: a PDF without its scripts, a photo without its place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("file").addColumn("uploadedSha256", "text").execute();
  await db.schema.createIndex("file_uploaded").on("file").column("uploadedSha256").execute();
}
