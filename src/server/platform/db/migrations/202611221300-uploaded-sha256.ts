import type { Kysely } from "kysely";

/**
 * Adds the hash of the uploaded bytes. The uploaded bytes differ from the stored bytes if the server removed
 * PDF actions or metadata.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("file").addColumn("uploadedSha256", "text").execute();
  await db.schema.createIndex("file_uploaded").on("file").column("uploadedSha256").execute();
}
