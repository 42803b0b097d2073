import type { Kysely } from "kysely";
import type { Schema } from "../schema/schema.ts";

/** The first reasons that are about the file: dark, blurred, pages missing, pages out of order, link not open. */
const ABOUT_FILE = [1, 2, 3, 4, 5].map((number) => `reason-${number}`);

/** Adds the column that says whether a reason for returning an item is about its file. */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Pick<Schema, "reason">>;
  await db.schema
    .alterTable("reason")
    .addColumn("aboutFile", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.updateTable("reason").set({ aboutFile: 1 }).where("id", "in", ABOUT_FILE).execute();
}
