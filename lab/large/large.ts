import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { type ArchiveFigures, archiveTable, httpTable, serviceTable } from "../bench/report.ts";
import { runHttp, STEPS } from "../bench/run-http.ts";
import { runService } from "../bench/run-service.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { KEPT, recreate, vacuum } from "../lib/kept-archives.ts";
import { startKeptPostgres } from "../lib/kept-postgres.ts";
import { number, whole } from "../lib/options.ts";
import { asText } from "../lib/tables.ts";
import { countItems, largestTables, loadFor } from "./large-archive.ts";

const DATABASE = "benchlarge";

export const experiment = defineExperiment({
  about: `Loads as many items into PostgreSQL, with their search index, as the given time allows. Then it measures the size of
each table and the times of lists, counts, searches and the start. It needs 20 GB in PROSHNO_BENCH_DATA.`,
  options: {
    minutes: number(90, "the time for loading; 0 measures the archive of the last run again"),
    calls: whole(500, "calls of each service"),
  },
  needs: () => ["build", "programs"],
  async run({ values: { minutes, calls }, showSteps }) {
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
      const service = await runService(env, calls);
      const progress = showSteps(STEPS);
      const http = { 1: await runHttp({ env, db, workers: 1, rounds: 1, seconds: 2, progress }) };
      progress.stop();
      const all: ArchiveFigures[] = [{ engine: "postgres", items: await countItems(db), service, http }];
      await db.close();
      console.log(`\n${asText(serviceTable(all, "postgres"))}`);
      console.log(`\n${asText(httpTable(http[1].cases))}\n\n${asText(archiveTable(all))}`);
    } finally {
      await postgres.stop();
    }
    return 0;
  },
});
