import { type RawBuilder, sql } from "kysely";
import type { Database } from "./schema/schema.ts";

/** Texts as one parameter, for `in`: however many there are, the statement is the same. */
export const listOf = (engine: Database["engine"], values: readonly string[]): RawBuilder<unknown> =>
  engine === "postgres"
    ? sql`(select unnest(${values}::text[]))`
    : sql`(select value from json_each(${JSON.stringify(values)}))`;

/** The same for `from`, with the column `value`. */
export const rowsOf = (engine: Database["engine"], values: readonly string[]): RawBuilder<unknown> =>
  engine === "postgres"
    ? sql`unnest(${values}::text[]) as given (value)`
    : sql`json_each(${JSON.stringify(values)})`;
