import { type Kysely, sql } from "kysely";

/**
 * Adds the notices of people, their choices of mails, and the times of their last mails.
 *
 * `notice.userId` refers to no row: a decision locks the item first, and the deletion of an account locks the
 * person first, so a foreign key could make them wait for each other. The deletion removes the notices itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("notice")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("userId", "text", (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("itemId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addColumn("decisionId", "text")
    .addColumn("details", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("visibleAt", "bigint", (column) => column.notNull())
    .addColumn("readAt", "bigint")
    .addColumn("mailing", "text")
    .addUniqueConstraint("notice_once", ["userId", "event", "source"])
    .execute();
  await db.schema.createIndex("notice_newest").on("notice").columns(["userId", "visibleAt", "id"]).execute();
  await db.schema.createIndex("notice_item").on("notice").column("itemId").execute();
  await sql`create index "notice_decision" on notice ("decisionId") where "decisionId" is not null`.execute(
    db,
  );
  await sql`create index "notice_unread" on notice ("userId", "visibleAt") where "readAt" is null`.execute(
    db,
  );
  await sql`create index "notice_unmailed" on notice ("visibleAt", "userId", event)
    where mailing is null`.execute(db);
  await db.schema
    .createTable("noticeSetting")
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("frequency", "text", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("noticeSetting_pk", ["userId", "event"])
    .execute();
  await db.schema
    .createTable("noticeMailing")
    .addColumn("userId", "text", (column) =>
      column.primaryKey().notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("atOnceAt", "bigint", (column) => column.notNull())
    .addColumn("dailyAt", "bigint", (column) => column.notNull())
    .execute();
}
