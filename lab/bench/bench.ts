/**
 * `npm run bench`: measures the speed of the product compared with bare `node:http`, and how it changes with
 * the size of the archive, on SQLite and PostgreSQL. Options: `--sizes 10000,100000,1000000` (default: the
 * first two), `--engines sqlite`, `--seconds 2` for each case in each of `--rounds 3`, `--workers 1,2`,
 * `--calls 500` of each service. Archives are kept for the next run.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ArchiveFigures } from "./report.ts";
import { runService } from "./run-service.ts";
import { ensureBuild, ensureDependencies, root } from "../../scripts/lib/ensure.mjs";
import { Failure, main } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";

await main(async () => {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "10000,100000" },
      engines: { type: "string", default: "sqlite,postgres" },
      workers: { type: "string", default: "1,2" },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "2" },
      calls: { type: "string", default: "500" },
    },
  });
  const numbers = (list: string) => list.split(",").map(Number);
  const [sizes, workers] = [numbers(values.sizes), numbers(values.workers)];
  const [rounds = 3, seconds = 2] = [Number(values.rounds), Number(values.seconds)];
  if ([...sizes, ...workers, rounds, seconds].some((number) => !(number > 0)))
    throw new Failure("Sizes, workers, rounds and seconds are numbers above 0.");
  const engines = values.engines.split(",");
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();

  // These modules import dependencies, which are installed only now.
  const { KEPT, prepareArchive, warm } = await import("../lib/kept-archives.ts");
  const { startKeptPostgres } = await import("../lib/kept-postgres.ts");
  const { runHttp, STEPS } = await import("./run-http.ts");
  const report = await import("./report.ts");
  const { asText } = await import("../lib/tables.ts");
  const { showSteps } = await import("../lib/progress.ts");

  const all: ArchiveFigures[] = [];
  const postgres = engines.includes("postgres") ? await startKeptPostgres(join(KEPT, "postgres")) : undefined;
  try {
    for (const engine of ["sqlite", "postgres"] as const) {
      if (!engines.includes(engine)) continue;
      for (const items of sizes) {
        const archive = await prepareArchive(KEPT, items, engine === "postgres" ? postgres?.url : undefined);
        await warm(engine === "postgres" ? join(KEPT, "postgres") : (archive.env["PROSHNO_DATA"] ?? ""));
        console.error(`\n${engine}, ${report.size(items)} items`);
        const service = await runService(archive.env, values.calls);
        const http: ArchiveFigures["http"] = {};
        for (const count of workers) {
          const progress = showSteps(STEPS);
          const db = archive.open();
          http[count] = await runHttp({ env: archive.env, db, workers: count, rounds, seconds, progress });
          await db.close();
          progress.stop();
        }
        all.push({ engine, items, service, http });
      }
      console.log(`\n${engine}\n${asText(report.serviceTable(all, engine))}`);
    }
  } finally {
    await postgres?.stop();
  }
  console.log(`\n${asText(report.archiveTable(all))}`);
  for (const { engine, items, http } of all) {
    for (const [count, { cases }] of Object.entries(http))
      console.log(
        `\n${engine}, ${report.size(items)} items, workers: ${count}\n${asText(report.httpTable(cases))}`,
      );
  }
  console.log(`\nReport: ${report.writeReport(join(root, "bench/results"), all)}/bench.html`);
  return 0;
});
