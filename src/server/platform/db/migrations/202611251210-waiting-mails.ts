import type { Kysely } from "kysely";

/** Adds each moderator's choice about the daily mail about waiting items, and when they got the last one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waitingMail")
    .addColumn("userId", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("isOff", "integer", (column) => column.notNull())
    .addColumn("mailedAt", "bigint")
    .execute();
}
