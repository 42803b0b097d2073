import type { Kysely } from "kysely";

/**
 * Adds changes to approved items. A change waits for an admin, and meanwhile the approved version is public.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("change")
    .addColumn("resourceId", "text", (column) =>
      column.primaryKey().references("resource.id").onDelete("cascade"),
    )
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("baseVersion", "integer", (column) => column.notNull())
    .addColumn("fields", "text", (column) => column.notNull())
    // No foreign key, as in `resource`: the server removes the file when nothing shows it.
    .addColumn("fileKey", "text", (column) => column.unique())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("change_queue").on("change").columns(["createdAt", "resourceId"]).execute();
}
