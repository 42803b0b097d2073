import type { Kysely } from "kysely";

/** Why an item is Cancelled, what a removed one was before, and who asked for an item's deletion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("resource").addColumn("reason", "text").execute();
  await db.schema.alterTable("resource").addColumn("removedFrom", "text").execute();
  // The queue of everything pending goes through all kinds.
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
