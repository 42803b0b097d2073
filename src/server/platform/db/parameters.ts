import { type RawBuilder, sql } from "kysely";
import type { Database } from "./schema/schema.ts";

/** Passes texts as one parameter for `in`, so that the statement does not depend on their number. */
export const listOf = (engine: Database["engine"], values: readonly string[]): RawBuilder<unknown> =>
  engine === "postgres"
    ? sql`(select unnest(${values}::text[]))`
    : sql`(select value from json_each(${JSON.stringify(values)}))`;

/** Passes texts as one parameter for `from`, with the column `value`. */
export const rowsOf = (engine: Database["engine"], values: readonly string[]): RawBuilder<unknown> =>
  engine === "postgres"
    ? sql`unnest(${values}::text[]) as given (value)`
    : sql`json_each(${JSON.stringify(values)})`;

/**
 * Passes pairs of texts for `from`, so that the statement does not depend on their number. The alias is `given`, and its
 * columns are `key` and `value`.
 */
export const pairsOf = (engine: Database["engine"], pairs: readonly (readonly [string, string])[]) =>
  (engine === "postgres"
    ? sql<Pair>`(select * from unnest(${pairs.map(([key]) => key)}::text[], ${pairs.map(([, value]) => value)}::text[])
        as pair (key, value))`
    : sql<Pair>`(select value ->> 0 as key, value ->> 1 as value from json_each(${JSON.stringify(pairs)}))`
  ).as("given");

interface Pair {
  key: string;
  value: string;
}
