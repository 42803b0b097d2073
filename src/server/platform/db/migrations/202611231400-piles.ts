import type { Kysely } from "kysely";

/**
 * Adds piles: drafts of a contribution of many papers. A pile has rows, one for each paper; a row has files. A ZIP
 * waits in `pileZip` until its entries are out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pile")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("ownerId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("shared", "text", (column) => column.notNull())
    .addColumn("sendRest", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("changedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("pile_owner").on("pile").columns(["ownerId", "createdAt"]).execute();
  await db.schema.createIndex("pile_changed").on("pile").columns(["changedAt"]).execute();
  await db.schema
    .createTable("pileRow")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("pileId", "text", (column) => column.notNull().references("pile.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("fields", "text", (column) => column.notNull())
    .addColumn("link", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("sendAnyway", "integer", (column) => column.notNull())
    .addColumn("duplicate", "text")
    .addColumn("failure", "text")
    // No foreign key, because the row still tells that the item was sent if an admin removes the item.
    .addColumn("itemId", "text")
    .addColumn("sendAt", "bigint")
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("pileRow_place").on("pileRow").columns(["pileId", "position"]).execute();
  await db.schema
    .createTable("pileFile")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("rowId", "text", (column) => column.notNull().references("pileRow.id").onDelete("cascade"))
    .addColumn("position", "integer", (column) => column.notNull())
    // No foreign key, as in `resource`: the server removes the file when nothing uses it.
    .addColumn("fileKey", "text", (column) => column.notNull())
    .addColumn("turn", "integer", (column) => column.notNull())
    .addColumn("firstPage", "integer")
    .addColumn("lastPage", "integer")
    .addColumn("look", "text")
    .execute();
  await db.schema.createIndex("pileFile_row").on("pileFile").columns(["rowId", "position"]).execute();
  await db.schema.createIndex("pileFile_key").on("pileFile").columns(["fileKey"]).execute();
  await db.schema
    .createTable("pileZip")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("pileId", "text", (column) => column.notNull().references("pile.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("size", "bigint", (column) => column.notNull())
    .addColumn("bytesLeft", "bigint", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("entries", "integer")
    .addColumn("entriesDone", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("pileZip_pile").on("pileZip").columns(["pileId", "createdAt"]).execute();
}
