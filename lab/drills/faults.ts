import { root } from "../../scripts/lib/ensure.mjs";
import { run } from "../../scripts/lib/run.mjs";
import { type FaultFigures, runFault } from "../../tests/support/operations/fault-drill.ts";
import { allFaults } from "../../tests/support/operations/fault-kinds.ts";
import { type Context, defineExperiment } from "../lib/experiment.ts";
import { number, text } from "../lib/options.ts";
import { asText, type Table } from "../lib/tables.ts";

const MOUNTS = "PROSHNO_DRILL_MOUNTS";
const WORKERS = 2;

export const experiment = defineExperiment({
  about: `Breaks what a server stands on (disk, clock, memory, file handles, database, S3) while people read and write, and lets it work
again. It prints what readers and writers saw. It fails if a page is neither shown nor refused with a clear sentence, if an
acknowledged write is lost, or if the server doesn't recover by itself.`,
  options: {
    seconds: number(10, "how long each fault lasts"),
    fault: text("", "only faults whose name contains this"),
  },
  places: ["seconds", "fault"],
  needs: () => (isInside() ? [] : ["build", "programs"]),
  async run({ values: { seconds, fault }, command, showSteps }) {
    return isInside() ? drill(seconds, fault, showSteps) : runInside(command);
  },
});

function isInside(): boolean {
  return process.env[MOUNTS] !== undefined;
}

/** Root gets its own mounts, which end with the drill. */
async function runInside(command: readonly string[]): Promise<number> {
  const isRoot = process.getuid?.() === 0;
  const [program = "", ...args] = isRoot ? ["unshare", "--mount", ...command] : command;
  return (await run(program, args, { cwd: root, env: { [MOUNTS]: isRoot ? "1" : "0" } })).code;
}

async function drill(seconds: number, part: string, showSteps: Context["showSteps"]): Promise<number> {
  const chosen = allFaults.filter(({ name }) => name.includes(part));
  const runs = chosen.flatMap((fault) => fault.engines.map((engine) => ({ fault, engine })));
  const progress = showSteps(runs.length);
  const rows: FaultFigures[] = [];
  const failed: string[] = [];
  for (const { fault, engine } of runs) {
    const name = `${fault.name}, ${engine}`;
    await runFault(fault, { engine, hold: seconds * 1_000, workers: WORKERS }).then(
      (figures) => rows.push(figures),
      (error: unknown) => failed.push(`${name}: ${String(error)}`),
    );
    progress.step(name);
  }
  progress.stop();
  for (const said of failed) console.log(`WRONG: ${said}`);
  for (const { fault, engine, faults } of rows)
    for (const said of faults) console.log(`WRONG: ${fault}, ${engine}: ${said}`);
  console.log(asText(tableOf(rows)));
  return failed.length === 0 && rows.every(({ faults }) => faults.length === 0) ? 0 : 1;
}

function tableOf(rows: FaultFigures[]): Table {
  const time = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);
  const head = [
    "fault",
    "pages",
    "slowest",
    "repeated",
    "files, images",
    "writes",
    "slowest",
    "good again",
    "kept",
    "lost",
    "/readyz",
  ];
  const lines = rows.map((row) => [
    `${row.fault}, ${row.engine}`,
    row.pages,
    time(row.slowestPage),
    String(row.repeated),
    row.files,
    row.writes,
    time(row.slowestWrite),
    row.recovery === Infinity ? "never" : time(row.recovery),
    String(row.acknowledged - row.lost),
    String(row.lost),
    row.problems.join(", ") || "ready",
  ]);
  return [head, ...lines];
}
