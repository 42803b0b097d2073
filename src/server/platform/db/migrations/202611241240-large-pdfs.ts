import type { Kysely } from "kysely";

/** Adds the large PDFs that become smaller in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("largePdf")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("ownerId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("pileId", "text", (column) => column.references("pile.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("place", "bigint")
    .addColumn("mark", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("page", "integer", (column) => column.notNull())
    .addColumn("pages", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("largePdf_owner").on("largePdf").column("ownerId").execute();
  await db.schema.createIndex("largePdf_pile").on("largePdf").column("pileId").execute();
}
