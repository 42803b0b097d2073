import { type Kysely, sql } from "kysely";

/**
 * Adds the areas of moderators. A person is a moderator if they have an area, so the column `users.role` keeps
 * the two roles that the release before knows.
 *
 * The index has the few items that are not Approved, with all columns that say whether an item is in an area.
 * So a moderator's queue and its count read no row of another area.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("moderatorArea")
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("universityKey", "text", (column) => column.notNull())
    .addColumn("departmentKey", "text", (column) => column.notNull())
    .addColumn("department", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("moderatorArea_pk", ["userId", "universityKey", "departmentKey"])
    .execute();
  await db.schema
    .createIndex("moderatorArea_university")
    .on("moderatorArea")
    .column("universityKey")
    .execute();
  await sql`create index "resource_undecided" on resource
    (status, "createdAt", id, "universityKey", "departmentKey", "parentId", kind)
    where status <> 'Approved'`.execute(db);
}
