import { once } from "node:events";
import { startPostgres } from "../../tests/support/platform/postgres.ts";
import { deadlyCases, type DeadlyCase } from "../../tests/support/process/deadly-cases.ts";
import { runDying } from "../../tests/support/process/deaths.ts";
import { openKillWorld } from "../../tests/support/process/kill-world.ts";
import { type WayToDie, waysToDie } from "../../tests/support/process/planted-fault.ts";
import { startServer } from "../../tests/support/process/server.ts";
import type { Lane } from "../../src/server/platform/index.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choice } from "../lib/options.ts";

const HOUR = 3_600_000;
/** Longer than any lease and any wait after a death, in ms. */
const LATER = 13 * HOUR;
/** How often a kind on our own data kills its process here. */
const MAX_DEATHS = 4;

export const experiment = defineExperiment({
  about: `Kills the process of every kind of job from within, as often as the kind allows, on SQLite and on PostgreSQL, and prints what
happens then. A kind that reads the bytes of strangers kills two processes and one of its own, is refused, and its owner learns
it. A kind on our own data kills four processes, and still waits. At the end a server starts on the archive and answers. It
fails if anything else happens.`,
  options: {
    way: choice(Object.keys(waysToDie) as WayToDie[], "how the process dies"),
  },
  places: ["way"],
  needs: () => ["build", "programs"],
  async run({ values: { way } }) {
    const faults: string[] = [];
    const postgres = await startPostgres();
    try {
      for (const url of [undefined, postgres.url]) faults.push(...(await testEngine(url, way)));
    } finally {
      await postgres.stop();
    }
    for (const fault of faults) console.log(`WRONG: ${fault}`);
    console.log(`faults: ${faults.length}`);
    return faults.length === 0 ? 0 : 1;
  },
});

/** @returns what went wrong */
async function testEngine(postgresUrl: string | undefined, way: WayToDie): Promise<string[]> {
  const faults: string[] = [];
  const world = await openKillWorld(postgresUrl);
  try {
    console.log(`\n${world.engine}, killed by ${way}`);
    const { PROSHNO_MODE: _mode, ...env } = world.env;
    const archive = { env };
    const { log } = await runDying(archive, { kind: "none", way }, Date.now());
    const cases = await deadlyCases(world, new Map(log as [string, "ours" | "strangers"][]));
    console.log(columns(["kind", "bytes", "deaths", "then", "owner told", "runner up"]));
    for (const one of cases) console.log(columns(await run({ archive, world, way, faults }, one)));
    faults.push(...(await checkServer(world.env)));
  } finally {
    await world.close();
  }
  return faults;
}

interface Run {
  archive: { env: Record<string, string> };
  world: Awaited<ReturnType<typeof openKillWorld>>;
  way: WayToDie;
  /** Gets what goes wrong. */
  faults: string[];
}

async function run({ archive, world, way, faults }: Run, one: DeadlyCase): Promise<string[]> {
  const { kind, lane, bytes } = one;
  await one.enqueue();
  const planted = { kind, way, choice: { lanes: [lane as Lane] } };
  let now = Date.now() + 1_000;
  let killed = 0;
  let isUp = true;
  for (let look = 0; look < 2 * MAX_DEATHS && killed < MAX_DEATHS; look += 1) {
    const { died, log } = await runDying(archive, planted, now);
    if (died) killed += 1;
    isUp = !died;
    if (log.some((line) => (line as { state?: string }).state === "refused")) break;
    now += LATER;
  }
  // No sweep and no later runner revives it.
  await one.sweep?.();
  if (bytes === "strangers") {
    const again = await runDying(archive, planted, now + LATER);
    if (again.died || again.log.length > 0) faults.push(`${world.engine}: ${kind} was revived`);
  }
  const [job] = await world.db.read.selectFrom("job").selectAll().where("kind", "=", kind).execute();
  const outcome = bytes === "strangers" ? await one.outcome?.() : undefined;
  const then = job?.state === "dead" ? "refused" : `waits (${job?.state})`;
  const isRight =
    bytes === "ours"
      ? killed === MAX_DEATHS && job !== undefined && job.state !== "dead"
      : killed === 2 && job?.lastError === "ProcessDied" && job.deaths === 3 && outcome !== undefined && isUp;
  if (!isRight) faults.push(`${world.engine}: ${kind}: ${JSON.stringify({ killed, job, outcome })}`);
  await world.db.write.deleteFrom("job").where("kind", "=", kind).where("state", "!=", "dead").execute();
  const deaths = bytes === "ours" ? `${killed} runners` : `${killed} runners, 1 own process`;
  return [
    kind,
    bytes,
    deaths,
    then,
    outcome ?? "nobody waits",
    bytes === "ours" ? "restarted" : isUp ? "yes" : "NO",
  ];
}

/** Starts the real server with the refused jobs, as after a restart. @returns what went wrong */
async function checkServer(env: Record<string, string>): Promise<string[]> {
  const server = await startServer(env);
  try {
    const { status } = await fetch(`${server.origin}/readyz`);
    console.log(`a server that starts now answers ${status}`);
    return status === 200 ? [] : [`the server answers ${status}`];
  } finally {
    const exited = once(server.process, "exit");
    await server.stop();
    await exited.catch(() => {});
  }
}

function columns(cells: string[]): string {
  const widths = [17, 10, 24, 17, 52, 10];
  return cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" ");
}
