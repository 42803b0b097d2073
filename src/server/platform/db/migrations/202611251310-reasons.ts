import type { Kysely } from "kysely";
import type { Schema } from "../schema/schema.ts";

/** The first reasons. Admins edit them, so this list never changes. */
const FIRST_REASONS = [
  "The photo is too dark to read. Please take it again.",
  "The photo is blurred. Please take it again, with the paper flat and the phone still.",
  "Some pages are missing. Please add them.",
  "The pages are in the wrong order. Please put them in order.",
  "The link doesn't open for readers. Please share the file with everyone, or upload it.",
  "The file doesn't match the details. Please correct the details or the file.",
  "The course or its code is wrong. Please correct it.",
  "The year or the exam is missing or wrong. Please correct it.",
];

/** Adds the reasons for returning an item, and the column that says whether a Cancelled item was returned. */
export async function up(untyped: Kysely<unknown>): Promise<void> {
  const db = untyped as Kysely<Pick<Schema, "reason">>;
  await db.schema
    .createTable("reason")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("removedAt", "bigint")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable("resource")
    .addColumn("returned", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  const at = Date.now();
  await db
    .insertInto("reason")
    .values(
      FIRST_REASONS.map((text, index) => ({
        id: `reason-${index + 1}`,
        text,
        position: index + 1,
        removedAt: null,
        createdAt: at,
        updatedAt: at,
      })),
    )
    .execute();
}
