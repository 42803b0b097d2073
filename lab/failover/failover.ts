import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root } from "../../scripts/lib/ensure.mjs";
import { Failure } from "../../scripts/lib/run.mjs";
import { type Context, defineExperiment } from "../lib/experiment.ts";
import { flag, number, type Option, optional, text, type Values, whole } from "../lib/options.ts";
import { asText } from "../lib/tables.ts";
import { faultCounts, type FaultName, faultNames } from "./faults.ts";
import { ISOLATED, makeNetworks } from "./namespaces.ts";
import { lineOf, tableOf, violationsOf } from "./report.ts";
import { type Counts, openResults, type Results } from "./results.ts";
import { runDrill } from "./run-drill.ts";

/** Names the folder of this run, in the process that has networks of its own. */
const RUN = "PROSHNO_DRILL_RUN";
const MINUTE = 60_000;

const countOptions = Object.fromEntries(
  faultNames.map((name) => [
    name,
    optional(
      whole(faultCounts[name], `how often this fault happens; ${faultCounts[name]} by default`, {
        least: 0,
      }),
    ),
  ]),
) as Record<FaultName, Option<number | undefined>>;

const options = {
  minutes: number(30, "ends the run before the next fault; the same command continues"),
  folder: text(join(tmpdir(), "proshno-failover"), "keeps the results; remove it for a new drill"),
  report: flag("prints the results so far"),
  logs: text("", "a folder for the logs of the run"),
  scale: number(1, "multiplies how often each fault happens"),
  writers: whole(50, "people who write"),
  readers: whole(50, "people who read"),
  "write-pace": number(2_000, "the pause of one writer, in ms"),
  "read-pace": number(500, "the pause of one reader, in ms"),
  ...countOptions,
};
type DrillValues = Values<typeof options>;

export const experiment = defineExperiment({
  about: `Breaks the parts of an archive on several machines while people read and write. It starts three Patroni nodes, three etcd
members, two HAProxies and two nodes with the files of deploy/, each machine in its own network namespace. It fails if an
acknowledged write is lost, a hidden item is shown, or writing doesn't work again within 30 s. Needs root on Linux.`,
  options,
  needs(values) {
    return isInside() || values.report ? [] : ["build", "cluster"];
  },
  async run({ values, command }) {
    const counts = Object.fromEntries(
      faultNames.map((name) => [name, values[name] ?? Math.ceil(faultCounts[name] * values.scale)]),
    ) as Counts;
    const folder = resolve(values.folder);
    const results = openResults(join(folder, "results.json"));
    const inner = process.env[RUN];
    if (inner !== undefined) {
      await drill(inner, values, counts, results);
      return 0;
    }
    mkdirSync(folder, { recursive: true });
    if (!values.report && results.next(counts)) await runInside(command);
    const all = results.read();
    for (const said of all.flatMap(violationsOf)) console.log(`WRONG: ${said}`);
    console.log(asText(tableOf(all)));
    const isComplete = results.next(counts) === undefined;
    if (!isComplete)
      console.log(`\n${all.length} of ${totalOf(counts)} faults. Run the command again to continue.`);
    return isComplete && all.flatMap(violationsOf).length === 0 ? 0 : 1;
  },
});

function isInside(): boolean {
  return process.env[RUN] !== undefined;
}

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Runs the drill as root of its own networks. Nothing of the run is left when that process ends. */
async function runInside(command: Context["command"]): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Failure("The drill gives each machine its own network, which needs root. Run it with sudo.");
  const own = mkdtempSync(join(tmpdir(), "proshno-machines-"));
  chmodSync(own, 0o755);
  const [program = "", ...args] = [...ISOLATED, ...command];
  const child = spawn(program, args, { cwd: root, env: { ...process.env, [RUN]: own }, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => child.kill("SIGKILL"));
  try {
    await once(child, "exit");
  } finally {
    rmSync(own, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function drill(own: string, values: DrillValues, counts: Counts, results: Results): Promise<void> {
  const end = Date.now() + values.minutes * MINUTE;
  const total = totalOf(counts);
  const time = () => new Date().toISOString().slice(11, 19);
  makeNetworks();
  try {
    await runDrill({
      folder: own,
      results,
      counts,
      writers: values.writers,
      readers: values.readers,
      pace: { write: values["write-pace"], read: values["read-pace"] },
      isOver: () => Date.now() > end,
      onResult: (result) => console.error(`${time()} ${results.read().length}/${total} ${lineOf(result)}`),
      log: (line) => console.error(`${time()} ${line}`),
    });
  } finally {
    if (values.logs) keepLogs(own, resolve(values.logs));
  }
}

function keepLogs(own: string, to: string): void {
  for (const machine of readdirSync(own))
    for (const file of readdirSync(join(own, machine)))
      if (/\.(log|yml|cfg|ini)$/.test(file)) cpSync(join(own, machine, file), join(to, machine, file));
}
