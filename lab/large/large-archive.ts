import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import { generateCourses, generateItems } from "../../tests/support/archive/generate-archive.ts";
import { loadItems } from "../../tests/support/archive/load-archive.ts";
import type { Table } from "../lib/tables.ts";
import { addUniversities, MAX_COURSES } from "../lib/kept-archives.ts";

/** More items than any machine loads in an hour and a half. */
const MAX = 20_000_000;
/** The number of items between two rows of the growth. */
const STEP = 250_000;
const GIGABYTE = 1_000_000_000;
const LARGEST_TABLES = 15;

const gigabytes = (bytes: string): string => (Number(bytes) / GIGABYTE).toFixed(2);
const minutesSince = (start: number): number => (performance.now() - start) / 60_000;

/**
 * Loads items with their search index into an empty, migrated archive on PostgreSQL.
 * @param minutes the time for loading
 * @returns the number of items and the size of the database after some times
 */
export async function loadFor(minutes: number, db: Database): Promise<Table> {
  const start = performance.now();
  const growth: Table = [["items", "minutes", "GB"]];
  let loaded = 0;
  const addRow = async () => {
    const { rows } = await sql<{
      bytes: string;
    }>`select pg_database_size(current_database()) as bytes`.execute(db.write);
    const row = [
      loaded.toLocaleString("en"),
      minutesSince(start).toFixed(1),
      gigabytes(rows[0]?.bytes ?? "0"),
    ];
    growth.push(row);
    console.error(row.join("  "));
  };
  function* items() {
    for (const item of generateItems(generateCourses(MAX_COURSES), MAX)) {
      if (minutesSince(start) >= minutes) return;
      yield item;
    }
  }
  await loadItems(db, items(), async (done) => {
    loaded = done;
    if (done % STEP === 0) await addRow();
  });
  await addRow();
  await addUniversities(db);
  return growth;
}

/** The largest tables with their rows and sizes. */
export async function largestTables(db: Database): Promise<Table> {
  const { rows } = await sql<{ name: string; rows: string; heap: string; indexes: string }>`
    select relname as name, n_live_tup as rows, pg_table_size(relid) as heap, pg_indexes_size(relid) as indexes
    from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit ${sql.lit(LARGEST_TABLES)}`.execute(
    db.write,
  );
  return [
    ["table", "rows", "GB", "GB of indexes"],
    ...rows.map((table) => [
      table.name,
      Number(table.rows).toLocaleString("en"),
      gigabytes(table.heap),
      gigabytes(table.indexes),
    ]),
  ];
}

export async function countItems(db: Database): Promise<number> {
  const counted = db.read.selectFrom("resource").select((eb) => eb.fn.countAll<number>().as("count"));
  return Number((await counted.executeTakeFirstOrThrow()).count);
}
