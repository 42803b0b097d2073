import { sql } from "kysely";
import { offeredFacets } from "../../../shared/facets/facets.ts";
import { type Query, rowsOf } from "../../platform/index.ts";
import { compile, type Group } from "./expression.ts";
import { type FoundEntry, FOUND, type SearchEngine } from "./search-engine.repo.ts";

const TSQUERY = { quote: (token: string) => `'${token}'`, and: " & ", or: " | " };
/**
 * The sizes of runs, as powers of two. Each index entry has a token for its run of each size
 * (migrations/baseline/search-postgres.ts).
 */
const RUN_BITS = [11, 14, 17];
/** The maximum number of runs in one query. */
const MAX_RUNS = 32;
/** The number of newest entries that the first query covers. */
const FIRST = 4_096;
/**
 * How many entries the next query covers: `SPARE` times the estimate from the matches so far, but at least
 * `GROWTH` times as many as the last query.
 */
const SPARE = 1.5;
const GROWTH = 4;
/**
 * The growth if nothing was found. The word is then probably rare, and a search of many entries for a rare
 * word is fast, unless the reader can't see the newest matches.
 */
const LEAP = 16;
const CANCELLED = "57014";

/** The newest entry when each search began. */
const lastEntries = new WeakMap<Query, number>();

/**
 * The index in PostgreSQL: a GIN index on the words. The index isn't sorted, so a search reads the newest
 * entries first and continues with older ones until it has enough.
 */
export const postgresEngine: SearchEngine = {
  name: "postgres",

  async newest(db, expression, { which, fits, limit }): Promise<FoundEntry[]> {
    const last = lastEntries.get(db) ?? (await lastEntry(db));
    lastEntries.set(db, last);
    for (let span = FIRST; ;) {
      const runs = runsOf(last, span);
      // One condition for each group. If one condition matches nothing in a part of the index, PostgreSQL
      // skips that part for the other conditions.
      const groups = (runs ? [runs, ...expression] : expression).map(
        (group) => sql`entry.words @@ ${compile([group], TSQUERY)}::tsquery`,
      );
      const { rows } = await sql<FoundEntry>`with found as materialized (
          select "docId", "itemId", title, code, kind, "createdAt", ${sql.join(offeredFacets.map((name) => sql.ref(name)))}
          from "searchEntry" as entry where ${sql.join(groups, sql` and `)} and ${which})
        select ${FOUND}, ${fits} as fits
          from (select * from found order by "docId" desc limit ${limit}) as entry order by "docId" desc`.execute(
        db,
      );
      if (!runs || rows.length >= limit) return rows;
      span *= rows.length === 0 ? LEAP : Math.max(GROWTH, (SPARE * limit) / rows.length);
    }
  },

  async having(db, tokens, which): Promise<Set<string>> {
    const { rows } = await sql<{ value: string }>`select value from ${rowsOf("postgres", tokens)}
      where exists (select 1 from "searchEntry" as entry
        where entry.words @@ ('''' || value || '''')::tsquery and ${which})`.execute(db);
    return new Set(rows.map(({ value }) => value));
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

  // PostgreSQL cleans up automatically (autovacuum).
  tidy: async () => {},
};

async function lastEntry(db: Query): Promise<number> {
  const { rows } = await sql<{
    docId: number | null;
  }>`select max("docId") as "docId" from "searchEntry"`.execute(db);
  return rows[0]?.docId ?? 0;
}

/**
 * The runs that cover at least `span` of the newest entries; undefined if `span` is half of all entries or
 * more.
 */
function runsOf(last: number, span: number): Group | undefined {
  const bits = RUN_BITS.find((each) => span / 2 ** each < MAX_RUNS) ?? 0;
  if (bits === 0 || 2 * span > last) return undefined;
  const newest = last >> bits;
  // One more run, because the newest run may have only a few entries so far.
  const count = Math.ceil(span / 2 ** bits) + 1;
  return Array.from({ length: count }, (_, back) => [`run${bits}=${newest - back}`]);
}
