import { type Kysely, sql } from "kysely";

/** Adds copyright claims, and the time when an admin handled a report or contact message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("takedown")
    .addColumn("id", "text", (column) => column.primaryKey())
    // No foreign key, because a claim outlives its item and the account of the deciding admin.
    .addColumn("itemId", "text", (column) => column.notNull())
    .addColumn("itemKind", "text", (column) => column.notNull())
    .addColumn("itemTitle", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("work", "text", (column) => column.notNull())
    .addColumn("signature", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("decidedAt", "bigint")
    .addColumn("decidedBy", "text")
    .addColumn("outcome", "text")
    .addColumn("note", "text")
    .execute();
  await db.schema.alterTable("report").addColumn("handledAt", "bigint").execute();
  await db.schema.alterTable("contactMessage").addColumn("handledAt", "bigint").execute();
  // A partial index, because few claims are open, while the number of handled claims grows.
  await db.schema
    .createIndex("takedown_open")
    .on("takedown")
    .columns(["createdAt", "id"])
    .where(sql.ref("decidedAt"), "is", null)
    .execute();
  await db.schema
    .createIndex("report_open")
    .on("report")
    .columns(["itemId", "createdAt"])
    .where(sql.ref("handledAt"), "is", null)
    .execute();
  await db.schema
    .createIndex("contactMessage_open")
    .on("contactMessage")
    .columns(["createdAt", "id"])
    .where(sql.ref("handledAt"), "is", null)
    .execute();
}
