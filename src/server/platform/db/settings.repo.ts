import { sql } from "kysely";
import type { Query } from "./schema/schema.ts";

// The table `setting` belongs to the platform. Every module keeps its own settings there through these functions.

/** Returns the value of a setting; undefined if nobody stored it. */
export async function readSetting(db: Query, name: string): Promise<string | undefined> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  return row?.value;
}

/** Stores a setting, new or not. It locks the row until the transaction ends. */
export async function writeSetting(db: Query, name: string, value: string): Promise<void> {
  await db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/** Stores a setting that has no value yet. @returns whether it was stored */
export async function addSetting(db: Query, name: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/**
 * Replaces the value of a setting that exists.
 * @param old replaces only this value
 * @returns whether it was replaced
 */
export async function replaceSetting(db: Query, name: string, value: string, old?: string): Promise<boolean> {
  let update = db.updateTable("setting").set({ value }).where("name", "=", name);
  if (old !== undefined) update = update.where("value", "=", old);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes settings. */
export async function deleteSettings(db: Query, ...names: string[]): Promise<void> {
  await db.deleteFrom("setting").where("name", "in", names).execute();
}

/** Locks a setting until the transaction ends, and creates it if necessary. @returns its value */
export async function lockSetting(trx: Query, name: string, value: string): Promise<string> {
  const row = await trx
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((eb) => ({ value: eb.ref("setting.value") })),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Adds to a setting that is a number, from 0. It locks the row until the transaction ends. @returns the sum */
export async function addToSetting(trx: Query, name: string, count: number): Promise<number> {
  const { value } = await trx
    .insertInto("setting")
    .values({ name, value: String(count) })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({
        value: sql<string>`cast(cast(setting.value as bigint) + ${sql.lit(count)} as text)`,
      }),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return Number(value);
}
