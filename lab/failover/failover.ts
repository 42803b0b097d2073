/**
 * `npm run drill:failover`: breaks the parts of an archive on several machines while people read and write. It starts
 * three Patroni nodes, three etcd members, two HAProxies and two nodes with the files of deploy/, each machine in its own
 * network namespace. It fails if an acknowledged write is lost, a hidden item is shown, or writing doesn't work again
 * within 30 s. Needs root on Linux. Options: `--minutes 30` ends the run before the next fault; the same command
 * continues. `--folder FOLDER` keeps the results; remove it for a new drill. `--kill-leader 20` and so on set how often
 * each fault happens, `--scale 0.1` multiplies all of them. `--writers 50`, `--readers 50`; `--write-pace 2000`,
 * `--read-pace 500` (the pauses of one writer and one reader, in ms); `--logs FOLDER` (keeps the logs of the run);
 * `--report` (prints the results so far).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuild, ensureDependencies, node24, root } from "../../scripts/lib/ensure.mjs";
import { Failure, main } from "../../scripts/lib/run.mjs";
import { clusterNeeds, ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";
import { faultCounts, faultNames } from "./faults.ts";
import { ISOLATED, makeNetworks } from "./namespaces.ts";
import { asText } from "../lib/tables.ts";
import { lineOf, tableOf, violationsOf } from "./report.ts";
import { type Counts, openResults } from "./results.ts";

/** Names the folder of this run, in the process that has networks of its own. */
const RUN = "PROSHNO_DRILL_RUN";
const MINUTE = 60_000;

const text = (value: string) => ({ type: "string", default: value }) as const;
const { values } = parseArgs({
  options: {
    minutes: text("30"),
    folder: text(join(tmpdir(), "proshno-failover")),
    scale: text("1"),
    writers: text("50"),
    readers: text("50"),
    "write-pace": text("2000"),
    "read-pace": text("500"),
    logs: { type: "string" },
    report: { type: "boolean", default: false },
    ...Object.fromEntries(faultNames.map((name) => [name, { type: "string" } as const])),
  },
});
const numberOf = (name: string, value: unknown): number => {
  const number = Number(value);
  if (!(number >= 0)) throw new Failure(`--${name} must be a number, and not ${String(value)}.`);
  return number;
};

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const folder = resolve(values.folder);
const results = openResults(join(folder, "results.json"));

await main(async () => {
  const scale = numberOf("scale", values.scale);
  const given: Record<string, unknown> = values;
  const counts = Object.fromEntries(
    faultNames.map((name) => [name, Math.ceil(numberOf(name, given[name] ?? faultCounts[name] * scale))]),
  ) as Counts;
  const inner = process.env[RUN];
  if (inner !== undefined) {
    await drill(inner, counts);
    return 0;
  }
  mkdirSync(folder, { recursive: true });
  if (!values.report && results.next(counts)) await prepareAndRun();
  const all = results.read();
  for (const said of all.flatMap(violationsOf)) console.log(`WRONG: ${said}`);
  console.log(asText(tableOf(all)));
  const isComplete = results.next(counts) === undefined;
  if (!isComplete)
    console.log(`\n${all.length} of ${totalOf(counts)} faults. Run the command again to continue.`);
  return isComplete && all.flatMap(violationsOf).length === 0 ? 0 : 1;
});

/** Starts this script again as root of its own networks. Nothing of the run is left when that process ends. */
async function prepareAndRun(): Promise<void> {
  if (process.getuid?.() !== 0)
    throw new Failure("The drill gives each machine its own network, which needs root. Run it with sudo.");
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages(clusterNeeds);
  const own = mkdtempSync(join(tmpdir(), "proshno-machines-"));
  chmodSync(own, 0o755);
  const [program = "", ...args] = [...ISOLATED, node24(), import.meta.filename, ...process.argv.slice(2)];
  const child = spawn(program, args, { cwd: root, env: { ...process.env, [RUN]: own }, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => child.kill("SIGKILL"));
  try {
    await once(child, "exit");
  } finally {
    rmSync(own, { recursive: true, force: true, maxRetries: 10 });
  }
}

async function drill(own: string, counts: Counts): Promise<void> {
  const { runDrill } = await import("./run-drill.ts");
  const end = Date.now() + numberOf("minutes", values.minutes) * MINUTE;
  const total = totalOf(counts);
  const time = () => new Date().toISOString().slice(11, 19);
  makeNetworks();
  try {
    await runDrill({
      folder: own,
      results,
      counts,
      writers: numberOf("writers", values.writers),
      readers: numberOf("readers", values.readers),
      pace: {
        write: numberOf("write-pace", values["write-pace"]),
        read: numberOf("read-pace", values["read-pace"]),
      },
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
