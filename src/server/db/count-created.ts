import type { Query } from "./schema.ts";

/** How many rows of a table were made from one time until before another. Epoch milliseconds. */
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
