import type { Kysely } from "kysely";

/** Adds the first lines of pages that are still being read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pageHead")
    .addColumn("sha256", "text", (column) => column.notNull().references("paper.sha256").onDelete("cascade"))
    .addColumn("page", "integer", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("lineBoxes", "text")
    .addPrimaryKeyConstraint("pageHead_key", ["sha256", "page"])
    .execute();
}
