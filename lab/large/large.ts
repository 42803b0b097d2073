/**
 * `npm run bench:large`: loads as many items into PostgreSQL, with their search index, as the given time allows. Then it measures the
 * size of each table and the times of lists, counts, searches and the start.
 *
 * --minutes 90   the time for loading; 0 measures the archive of the last run again
 * --calls 500    how often each service is called
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ArchiveFigures } from "../bench/report.ts";
import { ensureBuild, ensureDependencies } from "../../scripts/lib/ensure.mjs";
import { Failure, main } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";

const DATABASE = "benchlarge";

await main(async () => {
  const { values } = parseArgs({
    options: { minutes: { type: "string", default: "90" }, calls: { type: "string", default: "500" } },
  });
  const minutes = Number(values.minutes);
  if (!(minutes >= 0 && Number(values.calls) > 0))
    throw new Failure("Minutes is a number from 0, and calls is a number above 0.");
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();

  // These modules import dependencies, which are installed only now.
  const { KEPT, recreate, vacuum } = await import("../lib/kept-archives.ts");
  const { countItems, largestTables, loadFor } = await import("./large-archive.ts");
  const { startKeptPostgres } = await import("../lib/kept-postgres.ts");
  const report = await import("../bench/report.ts");
  const { runHttp, STEPS } = await import("../bench/run-http.ts");
  const { runService } = await import("../bench/run-service.ts");
  const { showSteps } = await import("../lib/progress.ts");
  const { asText } = await import("../lib/tables.ts");
  const { migrate } = await import("../../src/server/platform/db/migrate.ts");
  const { openDatabase } = await import("../../src/server/platform/db/open.ts");

  const postgres = await startKeptPostgres(join(KEPT, "postgres-large-server"));
  const dataFolder = join(KEPT, "postgres-large");
  mkdirSync(dataFolder, { recursive: true });
  try {
    if (minutes > 0) await recreate(postgres.url, DATABASE);
    const databaseUrl = postgres.url.replace(/\/postgres$/, `/${DATABASE}`);
    const db = openDatabase({ databaseUrl, dataFolder });
    await migrate(db);
    if (minutes > 0) console.log(`${asText(await loadFor(minutes, db))}\n`);
    await vacuum(db);
    console.log(asText(await largestTables(db)));

    const env = { PROSHNO_DATA: dataFolder, DATABASE_URL: databaseUrl };
    const service = await runService(env, values.calls);
    const progress = showSteps(STEPS);
    const http = { 1: await runHttp({ env, db, workers: 1, rounds: 1, seconds: 2, progress }) };
    progress.stop();
    const all: ArchiveFigures[] = [{ engine: "postgres", items: await countItems(db), service, http }];
    await db.close();
    console.log(`\n${asText(report.serviceTable(all, "postgres"))}`);
    console.log(`\n${asText(report.httpTable(http[1].cases))}\n\n${asText(report.archiveTable(all))}`);
  } finally {
    await postgres.stop();
  }
  return 0;
});
