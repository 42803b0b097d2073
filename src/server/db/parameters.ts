import { type RawBuilder, sql } from "kysely";
import type { Database } from "./schema.ts";

type Values = readonly (string | number)[];

/** Values as one parameter, for `in`: however many there are, the statement is the same. */
export function listOf(engine: Database["engine"], values: Values): RawBuilder<unknown> {
  return engine === "postgres"
    ? sql`(select unnest(${values}::${typeOf(values)}[]))`
    : sql`(select value from json_each(${JSON.stringify(values)}))`;
}

/** The same for `from`, with the column `value`. */
export function rowsOf(engine: Database["engine"], values: Values): RawBuilder<unknown> {
  return engine === "postgres"
    ? sql`unnest(${values}::${typeOf(values)}[]) as given (value)`
    : sql`json_each(${JSON.stringify(values)})`;
}

const typeOf = ([first]: Values): RawBuilder<unknown> => sql.raw(typeof first === "number" ? "int" : "text");
