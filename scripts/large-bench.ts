/**
 * `npm run bench:large`: loads as many items into PostgreSQL, with their search index, as the given time allows. Then it measures the
 * size of each table and the times of lists, counts, searches and the start.
 *
 * --minutes 90   the time for loading
 * --calls 500    how often each service is called
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import type { ArchiveFigures } from "./bench/report.ts";
import { runService } from "./bench/run-service.ts";
import { ensureBuild, ensureDependencies } from "./lib/ensure.mjs";
import { Failure, main } from "./lib/run.mjs";
import { ensureSystemPackages } from "./lib/system-packages.mjs";

const DATABASE = "benchlarge";
/** More items than any machine loads in an hour and a half. */
const MOST = 20_000_000;
/** The number of items between two lines of progress. */
const STEP = 250_000;
const GIGABYTE = 1_000_000_000;

await main(async () => {
  const { values } = parseArgs({
    options: { minutes: { type: "string", default: "90" }, calls: { type: "string", default: "500" } },
  });
  const minutes = Number(values.minutes);
  if (!(minutes > 0 && Number(values.calls) > 0)) throw new Failure("Minutes and calls are numbers above 0.");
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();

  // These modules import dependencies, which are installed only now.
  const { sql } = await import("kysely");
  const { addUniversities, KEPT, MOST_COURSES, recreate } = await import("./bench/archives.ts");
  const { startKeptPostgres } = await import("./bench/postgres.ts");
  const { runHttp, STEPS } = await import("./bench/run-http.ts");
  const report = await import("./bench/report.ts");
  const { asText } = await import("./lib/tables.ts");
  const { showSteps } = await import("./lib/progress.ts");
  const { generateCourses, generateItems } = await import("./lib/generate-archive.ts");
  const { loadItems } = await import("./lib/load-archive.ts");
  const { migrate } = await import("../src/server/platform/db/migrate.ts");
  const { openDatabase } = await import("../src/server/platform/db/open.ts");

  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 60_000;
  const postgres = await startKeptPostgres(join(KEPT, "postgres-large-server"));
  const dataFolder = join(KEPT, "postgres-large");
  mkdirSync(dataFolder, { recursive: true });
  try {
    await recreate(postgres.url, DATABASE);
    const databaseUrl = postgres.url.replace(/\/postgres$/, `/${DATABASE}`);
    const db = openDatabase({ databaseUrl, dataFolder });
    await migrate(db);

    const sizeOf = async () => {
      const { rows } = await sql<{
        bytes: string;
      }>`select pg_database_size(current_database()) as bytes`.execute(db.write);
      return Number(rows[0]?.bytes) / GIGABYTE;
    };
    let items = 0;
    const growth: string[][] = [["items", "minutes", "GB"]];
    const untilTime = function* <T>(all: Iterable<T>): Generator<T> {
      for (const one of all) {
        if (elapsed() >= minutes) return;
        yield one;
      }
    };
    await loadItems(db, untilTime(generateItems(generateCourses(MOST_COURSES), MOST)), async (done) => {
      items = done;
      if (done % STEP !== 0) return;
      const row = [done.toLocaleString("en"), elapsed().toFixed(1), (await sizeOf()).toFixed(1)];
      growth.push(row);
      console.error(`${row[0]} items in ${row[1]} min, ${row[2]} GB`);
    });
    const loaded = elapsed();
    await addUniversities(db);
    await sql`vacuum analyze`.execute(db.write);
    growth.push([items.toLocaleString("en"), loaded.toFixed(1), (await sizeOf()).toFixed(1)]);
    console.log(asText(growth));
    console.log(`Vacuum and statistics: ${(elapsed() - loaded).toFixed(1)} min\n`);
    const { rows: tables } = await sql<{ name: string; rows: string; heap: string; indexes: string }>`
      select relname as name, n_live_tup as rows, pg_table_size(relid) as heap, pg_indexes_size(relid) as indexes
      from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit 15`.execute(db.write);
    const gigabytes = (bytes: string) => (Number(bytes) / GIGABYTE).toFixed(2);
    console.log(
      asText([
        ["table", "rows", "GB", "GB of indexes"],
        ...tables.map(({ name, rows, heap, indexes }) => [
          name,
          Number(rows).toLocaleString("en"),
          gigabytes(heap),
          gigabytes(indexes),
        ]),
      ]),
    );

    const env = { PROSHNO_DATA: dataFolder, DATABASE_URL: databaseUrl };
    const service = await runService(env, values.calls);
    const progress = showSteps(STEPS);
    const http = { 1: await runHttp({ env, db, workers: 1, rounds: 1, seconds: 2, progress }) };
    progress.stop();
    await db.close();
    const all: ArchiveFigures[] = [{ engine: "postgres", items, service, http }];
    console.log(`\n${asText(report.serviceTable(all, "postgres"))}`);
    console.log(`\n${asText(report.httpTable(http[1].cases))}\n\n${asText(report.archiveTable(all))}`);
  } finally {
    await postgres.stop();
  }
  return 0;
});
