import type { Kysely } from "kysely";

/** Adds the states of copies of Drive files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("driveCopy")
    .addColumn("itemId", "text", (column) =>
      column.primaryKey().references("resource.id").onDelete("cascade"),
    )
    .addColumn("linkKey", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("driveCopy_state").on("driveCopy").columns(["state", "updatedAt"]).execute();
}
