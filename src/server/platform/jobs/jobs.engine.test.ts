import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { openDatabase } from "../db/open.ts";
import { createJobsRepo } from "./jobs.repo.ts";
import { createJobsService, LEASE, MAX_ATTEMPTS, pause } from "./jobs.service.ts";
import { createJobRunner, type Handler } from "./job-runner.ts";

const START = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const newJob = { kind: "note", payload: { to: "rahim@example.edu" } };

test("the pauses between attempts grow, vary, and add up to about a day", () => {
  const longest = Array.from({ length: MAX_ATTEMPTS - 1 }, (_one, index) => pause(index + 1, 1));
  expect(longest).toEqual([30, 120, 480, 1_920, 7_680, 30_720, 43_200].map((seconds) => seconds * 1_000));
  expect(longest.reduce((sum, one) => sum + one)).toBeGreaterThan(0.9 * DAY);
  expect(pause(3, 0)).toBe(240_000);
});

describe.each(bothEngines)("jobs on %s", (engine) => {
  let archive: TestArchive;
  let now: number;
  let failures: { state: string; error: string }[];
  beforeEach(async () => {
    [now, failures] = [START, []];
    archive = await openTestArchive(engine, { clock: () => now });
  });
  afterEach(() => archive.close());

  const runner = (handler: Handler, { jobs = archive.services.jobs, limit = 30_000 } = {}) =>
    createJobRunner({
      jobs,
      handlers: { note: { bytes: "ours", run: handler } },
      limit,
      log: {
        failed: ({ state, error }) => void failures.push({ state, error }),
        error: (error) => void failures.push({ state: "fault", error: String(error) }),
      },
    });
  const rows = () => archive.db.write.selectFrom("job").selectAll().execute();
  const never: Handler = () => new Promise(() => {});

  test("a job runs once, and its row is deleted", async () => {
    const { jobs } = archive.services;
    await jobs.enqueue([newJob]);
    const seen: string[] = [];
    const one = runner(async (job) => void seen.push(job.payload));
    await one.drain();
    await one.drain();
    expect(seen).toEqual([JSON.stringify(newJob.payload)]);
    expect(await rows()).toEqual([]);
  });

  test("a job from a clock that was a day ahead runs when the clock is right again", async () => {
    const { jobs } = archive.services;
    const seen: string[] = [];
    const one = runner(async (job) => void seen.push(job.id));
    now += DAY;
    await jobs.enqueue([newJob, newJob]);
    await jobs.claim();
    now -= DAY;
    await one.drain();
    expect(seen).toHaveLength(0);
    await jobs.followClock();
    await one.drain();
    expect(seen).toHaveLength(1);
    // The claim of the other job ends when its runner doesn't renew it.
    now += LEASE;
    await one.drain();
    expect(new Set(seen).size).toBe(2);
    expect(await rows()).toEqual([]);
  });

  test("a job that waits on purpose still waits after the clock was set back", async () => {
    const { jobs } = archive.services;
    await jobs.enqueue([{ ...newJob, runAt: now + DAY }]);
    await jobs.followClock();
    const seen: string[] = [];
    await runner(async (job) => void seen.push(job.id)).drain();
    expect(seen).toHaveLength(0);
  });

  test("a job in a transaction that rolls back is not stored", async () => {
    const { jobs } = archive.services;
    const broken = archive.db.transaction(async (trx) => {
      await jobs.enqueue([newJob], trx);
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    expect(await rows()).toEqual([]);
  });

  test("a failing job runs eight times, each time after its pause, and then is marked dead", async () => {
    await archive.services.jobs.enqueue([newJob]);
    let tries = 0;
    const one = runner(async () => {
      tries += 1;
      throw Object.assign(new Error("550 <rahim@example.edu> pass=hunter2"), {
        code: "EENVELOPE",
        responseCode: 550,
      });
    });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      await one.drain();
      await one.drain();
      expect(tries).toBe(attempt);
      now += pause(attempt, 1);
    }
    now += 30 * DAY;
    await one.drain();
    expect(tries).toBe(MAX_ATTEMPTS);
    expect(failures.map(({ state }) => state)).toEqual([...Array(7).fill("queued"), "dead"]);
    const [row] = await rows();
    expect(row).toMatchObject({
      state: "dead",
      attempts: 8,
      leaseUntil: null,
      lastError: "Error EENVELOPE 550",
    });
    expect(JSON.stringify(failures)).not.toMatch(/rahim|hunter2/);
  });

  test("the job of a dead runner is claimed again when its lease expires, and not before", async () => {
    const { jobs } = archive.services;
    await jobs.enqueue([newJob]);
    const lost = await jobs.claim();
    now += LEASE - 1;
    expect(await jobs.claim()).toBeUndefined();
    now += 1;
    const again = await jobs.claim();
    expect(again).toMatchObject({ id: lost?.id, attempts: 2, deaths: 1 });
    // The first runner was slow and its lease expired, so it can't finish the job.
    expect(await jobs.finish(lost!)).toBe(false);
    expect(await jobs.fail(lost!, new Error("late"))).toBeUndefined();
    expect(await rows()).toMatchObject([{ state: "running", attempts: 2 }]);
    expect(await jobs.finish(again!)).toBe(true);
    expect(await rows()).toEqual([]);
  });

  test("a job on our own data that kills every runner is never given up, and waits longer after each death", async () => {
    const { jobs } = archive.services;
    await jobs.enqueue([newJob]);
    const waits: number[] = [];
    for (let deaths = 0; deaths <= 2 * MAX_ATTEMPTS; deaths += 1) {
      expect(await jobs.claim()).toMatchObject({ attempts: deaths + 1, deaths });
      now += LEASE;
      const lapsed = now;
      if (deaths > 0) expect(await jobs.claim()).toBeUndefined();
      const [row] = await rows();
      now = Math.max(now, row?.runAt ?? 0);
      waits.push(now - lapsed);
    }
    expect(waits[0]).toBe(0);
    // Later waits have the same limit, and differ by their jitter.
    for (const [index, wait] of waits.slice(0, 6).entries()) expect(waits[index + 1]).toBeGreaterThan(wait);
    expect(Math.max(...waits)).toBeLessThanOrEqual(DAY / 2);
    // Its failures count apart, so it still has all its attempts.
    let tries = 0;
    const one = runner(async () => {
      tries += 1;
      throw new Error("broken");
    });
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 1; attempt += 1) {
      await one.drain();
      now += DAY;
    }
    expect(tries).toBe(MAX_ATTEMPTS);
    expect(await rows()).toMatchObject([{ state: "dead", lastError: "Error" }]);
  });

  test("a planned stop is no death", async () => {
    const { jobs } = archive.services;
    await jobs.enqueue([newJob]);
    const claim = await jobs.claim();
    await jobs.release(claim!);
    expect(await rows()).toMatchObject([{ state: "queued", attempts: 0, deaths: 0 }]);
  });

  test("two runners run each of 500 jobs once", async () => {
    await archive.services.jobs.enqueue(
      Array.from({ length: 500 }, (_one, number) => ({ kind: "note", payload: number })),
    );
    // On PostgreSQL, the test uses two servers. On SQLite, it uses one server, because one process has only
    // one writer.
    const other =
      engine === "postgres"
        ? openDatabase({ databaseUrl: archive.env.DATABASE_URL, dataFolder: "" })
        : archive.db;
    const counts = [new Map<string, number>(), new Map<string, number>()];
    const drained = [archive.db, other].map((db, index) => {
      const jobs = createJobsService({ jobsRepo: createJobsRepo(db), clock: () => now });
      const count = counts[index]!;
      return runner(async ({ payload }) => void count.set(payload, (count.get(payload) ?? 0) + 1), {
        jobs,
      }).drain();
    });
    await Promise.all(drained);
    if (other !== archive.db) await other.close();
    const done = counts.flatMap((count) => [...count]);
    expect(done).toHaveLength(500);
    expect(new Set(done.map(([payload]) => payload)).size).toBe(500);
    expect(done.every(([, times]) => times === 1)).toBe(true);
    for (const count of counts) expect(count.size).toBeGreaterThan(50);
    expect(await rows()).toEqual([]);
  });

  test("a started runner wakes up at once when its process enqueues a job", async () => {
    const { jobs } = archive.services;
    const done = Promise.withResolvers<void>();
    const one = runner(async () => done.resolve());
    one.start();
    await one.drain();
    const before = performance.now();
    await jobs.enqueue([newJob]);
    await done.promise;
    expect(performance.now() - before).toBeLessThan(1_500);
    await one.stop();
    expect(await rows()).toEqual([]);
    expect(failures).toEqual([]);
  });

  test("stop waits for the running job and starts no other", async () => {
    const { jobs } = archive.services;
    await jobs.enqueue([newJob, newJob]);
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const one = runner(async () => {
      begun.resolve();
      await finish.promise;
    });
    one.start();
    await begun.promise;
    const stopped = one.stop();
    finish.resolve();
    await stopped;
    expect(await rows()).toMatchObject([{ state: "queued", attempts: 0 }]);
  });

  test("a job that is still running after the stop's time limit is interrupted, and the attempt doesn't count", async () => {
    await archive.services.jobs.enqueue([newJob]);
    const begun = Promise.withResolvers<void>();
    const one = runner((job, signal) => {
      begun.resolve();
      return never(job, signal);
    });
    one.start();
    await begun.promise;
    await one.stop(0);
    expect(await rows()).toMatchObject([{ state: "queued", attempts: 0, lastError: null, runAt: START }]);
    expect(failures).toEqual([]);
  });

  test("a job that takes too long fails, and so does a job of an unknown kind", async () => {
    await archive.services.jobs.enqueue([newJob, { kind: "unheard", payload: 0 }]);
    await runner(never, { limit: 20 }).drain();
    expect(failures.map(({ error }) => error).toSorted()).toEqual(["TooSlow", "UnknownKind"]);
    expect(failures.every(({ state }) => state === "queued")).toBe(true);
  });
});
