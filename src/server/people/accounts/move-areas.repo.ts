import type { Query } from "../../platform/index.ts";

/**
 * Gives the areas of a university's moderators to another id of the university. A moderator may already have an area of the
 * other one.
 */
export async function moveAreas(trx: Query, id: string, to: string): Promise<void> {
  const old = await trx.deleteFrom("moderatorArea").where("universityKey", "=", id).returningAll().execute();
  if (old.length === 0) return;
  await trx
    .insertInto("moderatorArea")
    .values(old.map((area) => ({ ...area, universityKey: to })))
    .onConflict((conflict) => conflict.columns(["userId", "universityKey", "departmentKey"]).doNothing())
    .execute();
}
