import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { percentiles } from "../lib/percentiles.ts";
import { type Prepared, jsonRequest, sendAtOnce } from "./at-once.ts";
import { manyLinks } from "../../tests/support/api/costly-bodies.ts";
import { logIn } from "./logins.ts";
import { createPile } from "./resumable.ts";
import { startReaders, twoReaders, waitsOf } from "./waits.ts";
import { attackFigures, contribute, postNote, waitFigures } from "./writes.ts";
import type { AbuseWorld, Figure, Scenario } from "./world.ts";

const POSTS = 150;
/** The pause between two acts of one kind, and between two samples of the connections, in ms. */
const [ACT_PAUSE, SAMPLE_PAUSE] = [100, 10];
const ADDRESS = "203.0.113.9";
const QUIET = 3_000;

/** One person sends writes that wait for one row, to two workers. Others log in, contribute and decide. */
export const sharedWrites: Scenario = {
  name: "shared-writes",
  engines: ["postgres"],
  env: { PROSHNO_WORKERS: "2" },
  async run(world) {
    const attacker = await world.signUp();
    const by = { origin: world.origin, cookie: attacker.cookie, address: "203.0.113.1" };
    const pile = await createPile(by);
    const links = jsonRequest("POST", `/api/piles/${pile}/links`, by.cookie, { links: manyLinks() });
    await sendAtOnce(world.origin, links, 1);
    const rows = { rows: "all", values: { year: "2020" } };
    const put = jsonRequest("PUT", `/api/piles/${pile}/rows`, by.cookie, rows);
    const others = await actsOf(world);
    const figures: Figure[] = [];
    figures.push(...(await besides(world, others, "quiet", undefined)));
    figures.push(...(await besides(world, others, `${POSTS} times PUT rows all`, put)));
    figures.push(...(await besides(world, others, `${POSTS} posts of 500 links`, links)));
    return figures;
  },
};

type Act = () => Promise<number>;

/** What others do: each act resolves to a status. */
async function actsOf(world: AbuseWorld): Promise<Record<string, Act>> {
  const { origin } = world;
  const [student, contributor, admin] = [await world.signUp(), await world.signUp(), await world.admin()];
  let number = 0;
  const ids: string[] = [];
  return {
    login: async () => ((await logIn(world, { email: student.email, address: ADDRESS })) ? 200 : 503),
    contribution: () => contribute(origin, contributor.cookie, ADDRESS, `shared ${(number += 1)}`),
    async decision() {
      if (ids.length === 0) {
        const note = await postNote(origin, contributor.cookie, ADDRESS, "decided");
        ids.push(((await note.json()) as { insertedId: string }).insertedId);
      }
      const answer = await fetch(`${origin}/api/notesStatusUpdate/${ids[0]}`, {
        method: "PUT",
        headers: { "content-type": "application/json", origin, cookie: admin, "x-forwarded-for": ADDRESS },
        body: JSON.stringify({ status: (number += 1) % 2 ? "Approved" : "Cancelled" }),
      });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}

/** Measures others while the attack runs, or for a moment without an attack. */
async function besides(
  world: AbuseWorld,
  others: Record<string, Act>,
  name: string,
  request: Prepared | undefined,
): Promise<Figure[]> {
  const reader = await world.signUp();
  const readers = await startReaders(twoReaders(world.origin, reader.cookie));
  const over = new AbortController();
  const connections = sampleConnections(world.databaseUrl, over.signal);
  const acting = Object.entries(others).map(async ([what, act]) => ({
    what,
    ...(await repeated(act, over.signal)),
  }));
  await readers.take();
  const attack = request ? await sendAtOnce(world.origin, request, POSTS) : await pause(QUIET);
  over.abort();
  const samples = await readers.take();
  readers.stop();
  const acted = await Promise.all(acting);
  const { held, waiting } = await connections;
  const [page, list] = [waitsOf(samples, "page"), waitsOf(samples, "list")];
  return [
    ...(attack ? attackFigures(name, attack.statuses, attack.slowest) : []),
    ...(attack
      ? [
          {
            name: `${name}: connections of the sender in a transaction, most`,
            value: held,
            unit: "",
            limit: 2,
          },
        ]
      : []),
    ...(attack
      ? [{ name: `${name}: connections that wait for a lock, most`, value: waiting, unit: "" }]
      : []),
    ...waitFigures(`${name}: another's page`, page, request && 100),
    ...waitFigures(`${name}: a list`, list, request && 300),
    ...acted.flatMap(({ what, times, failed }) => [
      { name: `${name}: a ${what}, median of ${times.length}`, value: percentiles(times).p50, unit: "ms" },
      {
        name: `${name}: a ${what}, longest`,
        value: Math.max(...times),
        unit: "ms",
        ...(request && { limit: 1_000 }),
      },
      { name: `${name}: a ${what} got 503 or an error`, value: failed, unit: "", limit: 0 },
    ]),
    { name: `${name}: reads of others got 503`, value: page.busy + list.busy, unit: "", limit: 0 },
  ];
}

async function repeated(act: Act, signal: AbortSignal): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  let failed = 0;
  while (!signal.aborted) {
    const start = performance.now();
    if ((await act().catch(() => 0)) >= 300 || performance.now() - start > 60_000) failed += 1;
    times.push(performance.now() - start);
    await pause(ACT_PAUSE);
  }
  return { times, failed };
}

/**
 * Counts connections whose transaction is about piles, which only the attacker has.
 * @returns the most at once, and the most that waited for a lock
 */
async function sampleConnections(databaseUrl: string, signal: AbortSignal) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const seen = { held: 0, waiting: 0 };
  while (!signal.aborted) {
    const { rows } = await client.query<{ held: string; waiting: string }>(
      `select count(*) as held, count(*) filter (where wait_event_type = 'Lock') as waiting from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null and query ilike '%pile%'`,
    );
    seen.held = Math.max(seen.held, Number(rows[0]?.held));
    seen.waiting = Math.max(seen.waiting, Number(rows[0]?.waiting));
    await pause(SAMPLE_PAUSE);
  }
  await client.end();
  return seen;
}
