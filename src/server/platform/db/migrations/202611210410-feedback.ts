import { type Kysely, sql } from "kysely";

/** Adds readers' feedback on items: votes on answers, half-star ratings, and reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("vote")
    .addColumn("itemId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("helpful", "integer", (column) => column.notNull())
    .addColumn("votedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("vote_once", ["itemId", "userId"])
    .addCheckConstraint("vote_helpful", sql`helpful in (0, 1)`)
    .execute();
  await db.schema.createIndex("vote_user").on("vote").column("userId").execute();
  await db.schema
    .createTable("rating")
    .addColumn("itemId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addColumn("userId", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("halves", "integer", (column) => column.notNull())
    .addColumn("ratedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("rating_once", ["itemId", "userId"])
    .addCheckConstraint("rating_halves", sql`halves between 2 and 10`)
    .execute();
  await db.schema.createIndex("rating_user").on("rating").column("userId").execute();
  await db.schema
    .createTable("report")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("itemId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addColumn("userId", "text", (column) => column.references("users.id").onDelete("set null"))
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("comment", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("report_item").on("report").column("itemId").execute();
  await db.schema.createIndex("report_user").on("report").column("userId").execute();
  await db.schema.createIndex("report_newest").on("report").columns(["createdAt", "id"]).execute();
}
