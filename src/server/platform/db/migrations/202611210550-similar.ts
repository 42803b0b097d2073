import { type Kysely, sql } from "kysely";

interface Before {
  paper: { sha256: string; hash: string | null; seq: number | null };
  setting: { name: string; value: string };
}

const BATCH = 500;

/** Adds the data that finds possible duplicates, and the pairs that an admin marked as different. */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Before>;
  await db.schema.alterTable("paper").addColumn("print", "text").execute();
  await db.schema.alterTable("paper").addColumn("seq", "bigint").execute();
  await number(db);
  await db.schema.createIndex("paper_seq").unique().on("paper").column("seq").execute();
  await sql`create index resource_title on resource (kind, lower(title))`.execute(db);
  await db.schema
    .createTable("notSame")
    .addColumn("oneId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addColumn("otherId", "text", (column) => column.notNull().references("resource.id").onDelete("cascade"))
    .addColumn("saidAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("notSame_once", ["oneId", "otherId"])
    .addCheckConstraint("notSame_order", sql`"oneId" < "otherId"`)
    .execute();
  await db.schema.createIndex("notSame_other").on("notSame").column("otherId").execute();
}

/** Numbers the existing papers; see `insertPapers`. */
async function number(db: Kysely<Before>): Promise<void> {
  let last = 0;
  let after: string | undefined = "";
  while (after !== undefined) {
    const rows: { sha256: string }[] = await db
      .selectFrom("paper")
      .select("sha256")
      .where("hash", "is not", null)
      .where("sha256", ">", after)
      .orderBy("sha256")
      .limit(BATCH)
      .execute();
    for (const { sha256 } of rows)
      await db
        .updateTable("paper")
        .set({ seq: (last += 1) })
        .where("sha256", "=", sha256)
        .execute();
    after = rows.at(-1)?.sha256;
  }
  await db
    .insertInto("setting")
    .values({ name: "lastPaper", value: String(last) })
    .execute();
}
