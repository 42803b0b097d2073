import type { Kysely } from "kysely";

/** Adds the text of the pages of papers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pageText")
    .addColumn("sha256", "text", (column) => column.notNull().references("paper.sha256").onDelete("cascade"))
    .addColumn("page", "integer", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("confidence", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("pageText_key", ["sha256", "page"])
    .execute();
  await db.schema
    .alterTable("paper")
    .addColumn("pageWords", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}
