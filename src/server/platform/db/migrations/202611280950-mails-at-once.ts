import type { Kysely } from "kysely";

/** Adds the number of mails at once that a person got today, and the day, so that a flood of notices ends in one mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, type] of [
    ["atOnceDay", "bigint"],
    ["atOnceCount", "integer"],
  ] as const)
    await db.schema
      .alterTable("noticeMailing")
      .addColumn(name, type, (column) => column.notNull().defaultTo(0))
      .execute();
}
