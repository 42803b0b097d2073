import type { Query } from "./schema/schema.ts";

/**
 * Counts rows by the time of their creation.
 * @param from inclusive
 * @param to exclusive; both in epoch milliseconds
 */
export async function countCreated(
  query: Query,
  table: "contactMessage" | "takedown",
  from: number,
  to: number,
): Promise<number> {
  const { count } = await query
    .selectFrom(table)
    .where("createdAt", ">=", from)
    .where("createdAt", "<", to)
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
