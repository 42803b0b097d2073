/**
 * `npm run test:deaths`: kills the process of every kind of job from within, as often as the kind allows, on SQLite and on
 * PostgreSQL, and prints what happens then. A kind that reads the bytes of strangers kills two processes and one of its own,
 * is refused, and its owner learns it. A kind on our own data kills four processes, and still waits. At the end a server
 * starts on the archive and answers. `npm run test:deaths -- memory` exhausts the memory of the processes instead of sending
 * them a signal; `error` throws an error that nobody catches. It fails if anything else happens.
 */
import { once } from "node:events";
import { startPostgres } from "../../tests/support/platform/postgres.ts";
import { deadlyCases, type DeadlyCase } from "../../tests/support/process/deadly-cases.ts";
import { runDying } from "../../tests/support/process/deaths.ts";
import { openKillWorld } from "../../tests/support/process/kill-world.ts";
import type { WayToDie } from "../../tests/support/process/planted-fault.ts";
import { startServer } from "../../tests/support/process/server.ts";
import type { Lane } from "../../src/server/platform/index.ts";

const HOUR = 3_600_000;
/** Longer than any lease and any wait after a death, in ms. */
const LATER = 13 * HOUR;
/** How often a kind on our own data kills its process here. */
const MOST_DEATHS = 4;
const way = (process.argv[2] ?? "signal") as WayToDie;
const faults: string[] = [];

const postgres = await startPostgres();
try {
  for (const url of [undefined, postgres.url]) await testEngine(url);
} finally {
  await postgres.stop();
}
for (const fault of faults) console.log(`WRONG: ${fault}`);
console.log(`faults: ${faults.length}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function testEngine(postgresUrl: string | undefined): Promise<void> {
  const world = await openKillWorld(postgresUrl);
  try {
    console.log(`\n${world.engine}, killed by ${way}`);
    const { PROSHNO_MODE: _mode, ...env } = world.env;
    const archive = { env };
    const { log } = await runDying(archive, { kind: "none", way }, Date.now());
    const cases = await deadlyCases(world, new Map(log as [string, "ours" | "strangers"][]));
    console.log(columns(["kind", "bytes", "deaths", "then", "owner told", "runner up"]));
    for (const one of cases) console.log(columns(await run(archive, world, one)));
    await checkServer(world.env);
  } finally {
    await world.close();
  }
}

type World = Awaited<ReturnType<typeof openKillWorld>>;

async function run(archive: { env: Record<string, string> }, world: World, one: DeadlyCase) {
  const { kind, lane, bytes } = one;
  await one.enqueue();
  const planted = { kind, way, choice: { lanes: [lane as Lane] } };
  let now = Date.now() + 1_000;
  let killed = 0;
  let isUp = true;
  for (let look = 0; look < 2 * MOST_DEATHS && killed < MOST_DEATHS; look += 1) {
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
  const told = bytes === "strangers" ? await one.told?.() : undefined;
  const then = job?.state === "dead" ? "refused" : `waits (${job?.state})`;
  const isRight =
    bytes === "ours"
      ? killed === MOST_DEATHS && job !== undefined && job.state !== "dead"
      : killed === 2 && job?.lastError === "ProcessDied" && job.deaths === 3 && told !== undefined && isUp;
  if (!isRight) faults.push(`${world.engine}: ${kind}: ${JSON.stringify({ killed, job, told })}`);
  await world.db.write.deleteFrom("job").where("kind", "=", kind).where("state", "!=", "dead").execute();
  const deaths = bytes === "ours" ? `${killed} runners` : `${killed} runners, 1 own process`;
  return [
    kind,
    bytes,
    deaths,
    then,
    told ?? "nobody waits",
    bytes === "ours" ? "restarted" : isUp ? "yes" : "NO",
  ];
}

/** Starts the real server with the refused jobs, as after a restart. */
async function checkServer(env: Record<string, string>): Promise<void> {
  const server = await startServer(env);
  try {
    const { status } = await fetch(`${server.origin}/readyz`);
    console.log(`a server that starts now answers ${status}`);
    if (status !== 200) faults.push(`the server answers ${status}`);
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
