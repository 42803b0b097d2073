import type { Kysely } from "kysely";

/** Adds people's own lists of items. A list is deleted with its person, and an entry with its item. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("savedList")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("nameKey", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addUniqueConstraint("savedList_name", ["userId", "nameKey"])
    .execute();
  await db.schema
    .createTable("savedItem")
    .addColumn("listId", "text", (column) => column.notNull().references("savedList.id").onDelete("cascade"))
    .addColumn("itemId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("addedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("savedItem_pk", ["listId", "itemId"])
    .execute();
  await db.schema.createIndex("savedItem_item").on("savedItem").column("itemId").execute();
}
