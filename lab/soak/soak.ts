import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defineExperiment } from "../lib/experiment.ts";
import { choices, flag, number, optional, text } from "../lib/options.ts";
import { startSoakDatabase } from "./database.ts";
import { lockFolder } from "./lock.ts";
import { reportOf } from "./report.ts";
import { runSoak } from "./run-soak.ts";
import { openSamples, secondsOf } from "./samples.ts";

export const experiment = defineExperiment({
  about: `Loads a server with half of what it can bear on each engine. It fails if the server's memory or its open handles keep rising,
or if a request fails. An interrupted soak continues where it stopped.`,
  options: {
    minutes: number(60, "duration on each engine, of all runs together", { least: 0.01 }),
    engines: choices(["sqlite", "postgres"], "the databases"),
    folder: text(join(tmpdir(), "proshno-soak"), "keeps everything; remove it for a new soak"),
    report: flag("prints the figures so far"),
    rate: optional(number(0, "requests per second, instead of half of the full load", { least: 0.01 })),
    every: number(10, "seconds between two samples", { least: 0.01 }),
    "warm-up": number(5, "minutes after each start that don't count for slopes"),
  },
  needs: ({ report, engines }) =>
    report ? [] : engines.includes("postgres") ? ["build", "programs"] : ["build"],
  async run({ values }) {
    const { minutes, every, rate } = values;
    const stop = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop.abort());
    let faults = 0;
    let isComplete = true;
    for (const engine of values.engines) {
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
      const report = reportOf(state.read(), state.found(), values["warm-up"] * 60);
      console.log(`\n${engine}: ${report.text}`);
      faults += report.faults.length;
      isComplete &&= soaked() >= minutes;
    }
    if (!isComplete) console.log("\nThe soak is not complete. Run the command again to continue.");
    return faults === 0 && isComplete ? 0 : 1;
  },
});
