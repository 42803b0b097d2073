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
