import { type Kysely, sql } from "kysely";

/**
 * Adds trusted contributors and the items that their trust published. The indexes of the audit trail find the entries
 * about one item, and the decisions of the last weeks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("trustedContributor")
    .addColumn("userId", "text", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("grantedAt", "bigint", (column) => column.notNull())
    .addColumn("suspendedAt", "bigint")
    .addColumn("suspendedItemId", "text")
    .execute();
  await db.schema
    .createTable("trustedItem")
    .addColumn("resourceId", "text", (column) =>
      column.primaryKey().references("resource.id").onDelete("cascade"),
    )
    .addColumn("userId", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("publishedAt", "bigint", (column) => column.notNull())
    .addColumn("checkedAt", "bigint")
    .execute();
  await db.schema
    .createIndex("trustedItem_person")
    .on("trustedItem")
    .columns(["userId", "publishedAt"])
    .execute();
  await sql`create index "trustedItem_unchecked" on "trustedItem" ("publishedAt", "resourceId")
    where "checkedAt" is null`.execute(db);
  await db.schema.createIndex("audit_target").on("audit").columns(["targetId", "action", "at"]).execute();
  await sql`create index audit_decision on audit (at, "targetId", "actorId")
    where action = 'setStatus'`.execute(db);
}
