import { join } from "node:path";
import { defineExperiment } from "../lib/experiment.ts";
import { KEPT, prepareArchive, warm } from "../lib/kept-archives.ts";
import { startKeptPostgres } from "../lib/kept-postgres.ts";
import { choices, number, whole, wholes } from "../lib/options.ts";
import { asText } from "../lib/tables.ts";
import { type ArchiveFigures, archiveTable, htmlOf, httpTable, serviceTable, size } from "./report.ts";
import { runHttp, STEPS } from "./run-http.ts";
import { runService } from "./run-service.ts";

const engines = ["sqlite", "postgres"] as const;

export const experiment = defineExperiment({
  about: `Measures the speed of the product compared with bare node:http, and how it changes with the size of the archive.
It keeps the archives in PROSHNO_BENCH_DATA for the next run. A million items need 10 GB.`,
  options: {
    sizes: wholes([10_000, 100_000], "numbers of items"),
    engines: choices(engines, "the databases"),
    workers: wholes([1, 2], "numbers of workers"),
    rounds: whole(3, "rounds of all cases"),
    seconds: number(2, "duration of each case in each round", { least: 0.1 }),
    calls: whole(500, "calls of each service"),
  },
  needs: () => ["build", "programs"],
  async run({ values, showSteps, write }) {
    const { rounds, seconds } = values;
    const all: ArchiveFigures[] = [];
    const hasPostgres = values.engines.includes("postgres");
    const postgres = hasPostgres ? await startKeptPostgres(join(KEPT, "postgres")) : undefined;
    try {
      for (const engine of engines.filter((one) => values.engines.includes(one))) {
        for (const items of values.sizes) {
          const archive = await prepareArchive(
            KEPT,
            items,
            engine === "postgres" ? postgres?.url : undefined,
          );
          await warm(engine === "postgres" ? join(KEPT, "postgres") : (archive.env["PROSHNO_DATA"] ?? ""));
          console.error(`\n${engine}, ${size(items)} items`);
          const service = await runService(archive.env, values.calls);
          const http: ArchiveFigures["http"] = {};
          for (const workers of values.workers) {
            const progress = showSteps(STEPS);
            const db = archive.open();
            http[workers] = await runHttp({ env: archive.env, db, workers, rounds, seconds, progress });
            await db.close();
            progress.stop();
          }
          all.push({ engine, items, service, http });
        }
        console.log(`\n${engine}\n${asText(serviceTable(all, engine))}`);
      }
    } finally {
      await postgres?.stop();
    }
    console.log(`\n${asText(archiveTable(all))}`);
    for (const { engine, items, http } of all) {
      for (const [workers, { cases }] of Object.entries(http))
        console.log(`\n${engine}, ${size(items)} items, workers: ${workers}\n${asText(httpTable(cases))}`);
    }
    write("bench.json", { at: new Date(), archives: all });
    console.log(`\nReport: ${write("bench.html", htmlOf(all))}`);
    return 0;
  },
});
