import type { Kysely } from "kysely";

/**
 * Adds the reason why an item is Cancelled, the earlier status of a removed item, and requests for deletion.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("resource").addColumn("reason", "text").execute();
  await db.schema.alterTable("resource").addColumn("removedFrom", "text").execute();
  // The index for the queue of pending items of all kinds.
  await db.schema
    .createIndex("resource_queue")
    .on("resource")
    .columns(["status", "createdAt", "id"])
    .execute();
  await db.schema
    .createTable("deletionRequest")
    .addColumn("resourceId", "text", (column) =>
      column.primaryKey().references("resource.id").onDelete("cascade"),
    )
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("askedAt", "bigint", (column) => column.notNull())
    .addColumn("outcome", "text")
    .execute();
  await db.schema.createIndex("deletionRequest_user").on("deletionRequest").column("userId").execute();
}
