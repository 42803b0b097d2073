/**
 * `npm run soak`: loads a server with half of what it can bear, for an hour on each engine, and fails if its
 * memory or its open handles keep rising, or if a request fails. An interrupted soak continues where it
 * stopped. Options: `--minutes 60`, `--engines sqlite,postgres`, `--folder FOLDER` (keeps everything; remove it
 * for a new soak), `--report` (prints the figures so far), `--rate 100` (requests per second), `--every 10`
 * (seconds between two samples), `--warm-up 5` (minutes after each start that don't count for slopes).
 */
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild, ensureDependencies } from "../../scripts/lib/ensure.mjs";
import { Failure, main } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";

const ENGINES = ["sqlite", "postgres"];

await main(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "60" },
      engines: { type: "string", default: ENGINES.join() },
      folder: { type: "string", default: join(tmpdir(), "proshno-soak") },
      report: { type: "boolean", default: false },
      rate: { type: "string" },
      every: { type: "string", default: "10" },
      "warm-up": { type: "string", default: "5" },
    },
  });
  const [minutes, every, warmUp] = [values.minutes, values.every, values["warm-up"]].map(Number) as [
    number,
    number,
    number,
  ];
  const rate = values.rate === undefined ? undefined : Number(values.rate);
  if (!(minutes > 0 && every > 0 && warmUp >= 0 && (rate ?? 1) > 0))
    throw new Failure("Minutes, rate and seconds between samples are numbers above 0.");
  const engines = values.engines.split(",");
  const unknown = engines.find((engine) => !ENGINES.includes(engine));
  if (unknown !== undefined) throw new Failure(`There is no engine "${unknown}". Use sqlite or postgres.`);
  await ensureDependencies();
  if (!values.report) {
    await ensureBuild();
    if (engines.includes("postgres")) await ensureSystemPackages();
  }

  // These modules import dependencies, which are installed only now.
  const { lockFolder } = await import("./lock.ts");
  const { startSoakDatabase } = await import("./database.ts");
  const { runSoak } = await import("./run-soak.ts");
  const { openSamples, secondsOf } = await import("./samples.ts");
  const { reportOf } = await import("./report.ts");

  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  let faults = 0;
  let isComplete = true;
  for (const engine of engines) {
    const folder = join(resolve(values.folder), engine);
    const state = openSamples(folder);
    const soaked = () => secondsOf(state.read()) / 60;
    if (!values.report && !stop.signal.aborted && soaked() < minutes) {
      const release = lockFolder(folder);
      const database = engine === "postgres" ? await startSoakDatabase(folder) : undefined;
      try {
        await runSoak({
          folder,
          databaseUrl: database?.url,
          seconds: minutes * 60,
          every,
          rate,
          signal: stop.signal,
          onSample: () => console.error(`${engine}: ${soaked().toFixed(1)} of ${minutes} minutes`),
          log: (line) => console.error(`${engine}: ${line}`),
        });
      } catch (error) {
        if (!stop.signal.aborted) throw error;
      } finally {
        await database?.stop();
        release();
      }
    }
    const report = reportOf(state.read(), state.found(), warmUp * 60);
    console.log(`\n${engine}: ${report.text}`);
    faults += report.faults.length;
    isComplete &&= soaked() >= minutes;
  }
  if (!isComplete) console.log("\nThe soak is not complete. Run the command again to continue.");
  return faults === 0 && isComplete ? 0 : 1;
});
