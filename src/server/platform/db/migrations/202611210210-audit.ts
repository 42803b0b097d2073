import type { Kysely } from "kysely";

/**
 * Adds the audit trail of actions on people. The trail has no foreign keys, because it outlives the people in
 * it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("audit")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actorId", "text")
    .addColumn("actorEmail", "text")
    .addColumn("targetId", "text", (column) => column.notNull())
    .addColumn("targetEmail", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("details", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("audit_newest").on("audit").columns(["at", "id"]).execute();
}
