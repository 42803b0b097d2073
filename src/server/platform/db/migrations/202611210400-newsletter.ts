import type { Kysely } from "kysely";

/** Adds the newsletter's subscribers, and requests that are not confirmed yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("subscription")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("leaveToken", "text", (column) => column.notNull().unique())
    .addColumn("confirmHash", "text", (column) => column.unique())
    .addColumn("askedAt", "bigint", (column) => column.notNull())
    .addColumn("askedBy", "text")
    .addColumn("confirmedAt", "bigint")
    .execute();
  await db.schema.createIndex("subscription_asked").on("subscription").column("askedAt").execute();
}
