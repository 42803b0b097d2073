import { type Kysely, sql } from "kysely";

/**
 * Adds the files that are copies from Google Drive, with the contributor for whom they were made. The database removes
 * a row with its file, whichever release deletes the file. The indexes find items that need a copy and rejected items
 * with a copy without reading all items.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("driveCopyFile")
    .addColumn("fileKey", "text", (column) =>
      column.primaryKey().notNull().references("file.key").onDelete("cascade"),
    )
    .addColumn("ownerId", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("size", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("driveCopyFile_owner")
    .on("driveCopyFile")
    .columns(["ownerId", "size"])
    .execute();
  await sql`insert into "driveCopyFile" ("fileKey", "ownerId", size)
    select file.key, resource."uploaderId", file.size
    from "driveCopy"
    inner join resource on resource.id = "driveCopy"."itemId"
    inner join file on file.key = resource."fileKey"
    where resource.link is not null`.execute(db);
  await sql`create index resource_drive on resource (id)
    where "fileKey" is null and substr("linkKey", 1, 6) = 'drive:'`.execute(db);
  await sql`create index "resource_rejectedCopy" on resource (status, "updatedAt")
    where status = 'Cancelled' and link is not null and "fileKey" is not null`.execute(db);
  await db.schema
    .createIndex("driveCopy_problem")
    .on("driveCopy")
    .columns(["problem", "updatedAt", "itemId"])
    .execute();
}
