import { startServer } from "../../tests/support/process/server.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import type { Progress } from "../lib/progress.ts";
import { type BareServer, startBare } from "./bare.ts";
import { actCases, type Facts, type HttpCase, readCases } from "./http-cases.ts";
import { actLoad, type LoadFigures, readLoad } from "./load.ts";
import { signInPeople } from "./people.ts";
import { median } from "../lib/percentiles.ts";
import { figuresOf } from "../lib/process-figures.ts";

export interface CaseFigures extends LoadFigures {
  name: string;
  kind: HttpCase["kind"] | "act";
  /**
   * Requests per second divided by those of `node:http` with the same bytes and number of workers; undefined
   * for writes.
   */
  ratio: number | undefined;
}

export interface HttpFigures {
  cases: CaseFigures[];
  /** Resident memory of the server and its workers after the start and at the end, in bytes. */
  memory: { start: number; end: number };
  /** The time from the start of the process until it is ready, in ms. */
  start: number;
}

export interface HttpOptions {
  /** The variables that name the archive. */
  env: Record<string, string>;
  db: Database;
  workers: number;
  rounds: number;
  /** The duration of each case in each round. */
  seconds: number;
  progress: Progress;
}

/** The number of steps of one run, for `showSteps`. */
export const STEPS = readCases({ ids: [], pages: 1, departments: [] }).length + 3;

/**
 * The distance between the first numbers of two rounds. It is a prime, so that few numbers mean the same in
 * two rounds.
 */
const ROUND = 100_003;

/** Measures every case against a server of the product; for reads it alternates with `node:http`. */
export async function runHttp({
  env,
  db,
  workers,
  rounds,
  seconds,
  progress,
}: HttpOptions): Promise<HttpFigures> {
  const began = performance.now();
  const server = await startServer({ ...env, PROSHNO_WORKERS: String(workers) });
  const start = performance.now() - began;
  const memory = { start: memoryOf(server.process.pid), end: 0 };
  const bare = await startBare(workers);
  try {
    const facts = await factsOf(server.origin);
    const cases: CaseFigures[] = [];
    const people = await signInPeople(db, server.origin);
    const cookieOf = ({ isPersonal }: HttpCase) => (isPersonal ? people.cookieOf(0).cookie : undefined);
    await warmUp(server, bare, readCases(facts), cookieOf);
    for (const one of readCases(facts)) {
      const cookie = cookieOf(one);
      await bare.mimic(server.origin + one.path(1), cookie);
      const figures: LoadFigures[] = [];
      const ratios: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const from = ROUND * (round + 1);
        // After this, every response in the cache from an earlier round is outdated.
        await touch(db);
        const yard = await readLoad(bare.origin, () => "/", { from, seconds, pid: bare.pid });
        const own = await readLoad(server.origin, one.path, {
          from,
          seconds,
          pid: server.process.pid as number,
          cookie,
        });
        figures.push(own);
        ratios.push(own.perSecond / yard.perSecond);
      }
      cases.push({ name: one.name, kind: one.kind, ratio: median(ratios), ...middle(figures) });
      progress.step(`${one.kind}, ${one.name}`);
    }
    const pending = await pendingItems(db);
    for (const { name, at, run } of actCases(server.origin, people, pending)) {
      const figures: LoadFigures[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await db.write.deleteFrom("rateLimit").execute();
        const from = ROUND * round;
        figures.push(await actLoad(run, { at, from, seconds, pid: server.process.pid as number }));
      }
      cases.push({ name, kind: "act", ratio: undefined, ...middle(figures) });
      progress.step(name);
    }
    memory.end = memoryOf(server.process.pid);
    return { cases, memory, start };
  } finally {
    await Promise.all([bare.stop(), server.stop()]);
  }
}

/** The duration of the warm-up of each case, in seconds. */
const WARM_UP = 1;

/** Node compiles code after it has run for a while, and a real server runs for weeks. */
async function warmUp(
  server: { origin: string; process: { pid?: number | undefined } },
  bare: BareServer,
  cases: HttpCase[],
  cookieOf: (one: HttpCase) => string | undefined,
): Promise<void> {
  for (const one of cases) {
    const cookie = cookieOf(one);
    await bare.mimic(server.origin + one.path(1), cookie);
    await readLoad(bare.origin, () => "/", { from: 0, seconds: WARM_UP, pid: bare.pid });
    const pid = server.process.pid as number;
    await readLoad(server.origin, one.path, { from: 0, seconds: WARM_UP, pid, cookie });
  }
}

const memoryOf = (pid: number | undefined): number => (pid ? figuresOf(pid).memory : 0);

/** The round with the median speed. */
function middle(figures: LoadFigures[]): LoadFigures {
  const sorted = figures.toSorted((one, other) => one.perSecond - other.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as LoadFigures;
}

/** How many pages of 100 items are read for ids, so that each item is requested only once. */
const ID_PAGES = 200;

async function factsOf(origin: string): Promise<Facts> {
  const page = async (n: number) => {
    const answer = await fetch(`${origin}/api/allQuestions?page=${n}&size=100`);
    return (await answer.json()) as {
      allQuestions: { _id: string; department: string }[];
      count: number;
    };
  };
  const { count, allQuestions } = await page(0);
  const ids: string[] = [];
  for (let n = 0; n < ID_PAGES && n * 100 < count; n += 1)
    ids.push(...(await page(n)).allQuestions.map(({ _id }) => _id));
  return {
    ids,
    pages: Math.max(1, Math.floor(count / 10)),
    departments: [...new Set(allQuestions.map(({ department }) => department))],
  };
}

/** Writes an item without a change, so that the change feed records a change. */
async function touch(db: Database): Promise<void> {
  const { id } = await db.read
    .selectFrom("resource")
    .select("id")
    .where("kind", "=", "question")
    .where("status", "=", "Approved")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.write
    .updateTable("resource")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

async function pendingItems(db: Database): Promise<string[]> {
  const rows = await db.read
    .selectFrom("resource")
    .select("id")
    .where("kind", "=", "question")
    .where("status", "=", "Pending")
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}
