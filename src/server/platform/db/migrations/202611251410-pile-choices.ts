import type { Kysely } from "kysely";

/** Adds two choices of piles: a PDF that stays one paper, and the last file that is sent with the rest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("pileRow")
    .addColumn("keepWhole", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("pile").addColumn("restPlace", "bigint").execute();
}
