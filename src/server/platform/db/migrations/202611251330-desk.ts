import { type Kysely, sql } from "kysely";

/**
 * Adds the desk of moderators: who holds which item, the doubts about waiting items, and the decisions with all that an
 * undo needs. Decisions name items without a foreign key, because an item can be deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deskClaim")
    .addColumn("itemId", "text", (column) =>
      column.primaryKey().references("resource.id").onDelete("cascade"),
    )
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("until", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("deskClaim_user").on("deskClaim").column("userId").execute();

  await db.schema
    .createTable("deskEntry")
    .addColumn("itemId", "text", (column) =>
      column.primaryKey().references("resource.id").onDelete("cascade"),
    )
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("confidence", "text", (column) => column.notNull())
    .addColumn("doubts", "text", (column) => column.notNull())
    .addColumn("isWaiting", "integer", (column) => column.notNull())
    .addColumn("checkedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("deskSimilar")
    .addColumn("itemId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addColumn("otherId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("deskSimilar_pk", ["itemId", "otherId"])
    .execute();
  await db.schema.createIndex("deskSimilar_other").on("deskSimilar").column("otherId").execute();

  await db.schema
    .createTable("deskDecision")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("requestId", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("isBulk", "integer", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("undoneBy", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("deskDecision_request")
    .on("deskDecision")
    .columns(["userId", "requestId"])
    .unique()
    .execute();
  await db.schema
    .createIndex("deskDecision_time")
    .on("deskDecision")
    .columns(["userId", "createdAt"])
    .execute();
  await db.schema
    .createTable("deskDecisionItem")
    .addColumn("decisionId", "text", (column) =>
      column.notNull().references("deskDecision.id").onDelete("cascade"),
    )
    .addColumn("itemId", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("changeId", "text")
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("holderId", "text")
    .addColumn("before", "text")
    .addColumn("after", "integer")
    .addColumn("fileKey", "text")
    .addColumn("entryId", "text")
    .addPrimaryKeyConstraint("deskDecisionItem_pk", ["decisionId", "itemId"])
    .execute();
  await db.schema
    .createIndex("deskDecisionItem_next")
    .on("deskDecisionItem")
    .columns(["decisionId", "state", "position"])
    .execute();
  await db.schema
    .createIndex("deskDecisionItem_item")
    .on("deskDecisionItem")
    .columns(["itemId", "decisionId"])
    .execute();
  await sql`create index "deskDecisionItem_file" on "deskDecisionItem" ("fileKey") where "fileKey" is not null`.execute(
    db,
  );

  await sql`create index "pileRow_item" on "pileRow" ("itemId") where "itemId" is not null`.execute(db);
}
