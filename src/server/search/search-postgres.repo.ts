import { sql } from "kysely";
import type { Query } from "../db/schema.ts";
import { compile } from "./expression.ts";
import type { SearchEngine } from "./search-engine.repo.ts";

const TSQUERY = { quote: (token: string) => `'${token}'`, and: " & ", or: " | " };
/** An index entry is in a run of this many bits' worth of entries, by each size (202611210601-search-postgres). */
const RUN_BITS = [11, 14, 17];
const MIDDLE = 14;
/** A run of the middle size has eight times the entries of a short one. */
const SPARSE = 32;
const CANCELLED = "57014";

/** The newest entry as each search saw it first. */
const lastEntries = new WeakMap<Query, number>();

/**
 * The index in PostgreSQL: a GIN index on the words. It knows no order, so the newest runs of entries are asked first,
 * and longer ones while too little is found: a common word is not read through.
 */
export const postgresEngine: SearchEngine = {
  async newest(db, expression, which, limit): Promise<number[]> {
    const last = lastEntries.get(db) ?? (await lastEntry(db));
    lastEntries.set(db, last);
    let found = limit;
    for (const bits of [...RUN_BITS, undefined]) {
      // With few entries the longer run is all, and where next to nothing was found a little more is too little.
      if (bits !== undefined && (last >> bits < 2 || (bits === MIDDLE && found < limit / SPARSE))) continue;
      const runs = bits === undefined ? [] : [[[run(last, bits, 0)], [run(last, bits, 1)]]];
      const query = compile([...expression, ...runs], TSQUERY);
      const { rows } = await sql<{ docId: number }>`
        with found as materialized (select "docId" from "searchEntry" as entry where words @@ ${query}::tsquery and ${which})
        select "docId" from found order by "docId" desc limit ${limit}`.execute(db);
      if (rows.length >= limit || bits === undefined) return rows.map(({ docId }) => docId);
      found = rows.length;
    }
    return [];
  },

  async guarded(db, limit, work) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${String(limit)}, true)`.execute(trx);
        return work(trx);
      });
    } catch (error) {
      if (error instanceof Error && (error as { code?: string }).code === CANCELLED) return undefined;
      throw error;
    }
  },

  listOf: (values) => sql`(select unnest(${values}::${sql.raw(typeOf(values))}[]))`,
  rowsOf: (values) => sql`unnest(${values}::${sql.raw(typeOf(values))}[]) as given (value)`,

  async store(trx, items): Promise<void> {
    const rows = JSON.stringify(items);
    await sql`delete from "searchEntry"
      where "itemId" in (select id from json_to_recordset(${rows}::json) as old (id text))`.execute(trx);
    await sql`update resource set "searchText" = new."searchText", "searchTitle" = new."searchTitle"
      from json_to_recordset(${rows}::json) as new (id text, "searchText" text, "searchTitle" text)
      where resource.id = new.id`.execute(trx);
    await sql`insert into "searchEntry" ("itemId") select id from json_to_recordset(${rows}::json) as new (id text)
      where not exists (select 1 from "searchEntry" where "itemId" = new.id) order by id`.execute(trx);
  },
};

async function lastEntry(db: Query): Promise<number> {
  const { rows } = await sql<{
    docId: number | null;
  }>`select max("docId") as "docId" from "searchEntry"`.execute(db);
  return rows[0]?.docId ?? 0;
}

const run = (newest: number, bits: number, back: number): string => `run${bits}=${(newest >> bits) - back}`;
const typeOf = (values: readonly unknown[]): string => (typeof values[0] === "number" ? "int" : "text");
