import type { Kysely } from "kysely";

/** Adds reports of broken links, and the results of link checks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("brokenLink")
    .addColumn("itemId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addColumn("reporter", "text", (column) => column.notNull())
    .addColumn("link", "text", (column) => column.notNull())
    .addColumn("reportedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("brokenLink_once", ["itemId", "reporter"])
    .execute();
  await db.schema
    .createTable("linkCheck")
    .addColumn("itemId", "text", (column) =>
      column.primaryKey().references("resource.id").onDelete("cascade"),
    )
    .addColumn("link", "text", (column) => column.notNull())
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("dueAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("linkCheck_due").on("linkCheck").columns(["dueAt", "itemId"]).execute();
}
