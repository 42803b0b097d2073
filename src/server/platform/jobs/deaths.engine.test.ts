import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bothEngines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { LEASE, MAX_ATTEMPTS, pause } from "./jobs.service.ts";
import { createJobRunner, type Handler } from "./job-runner.ts";
import { ProcessDied } from "./process-died.ts";

const START = Date.UTC(2026, 10, 21);
const DAY = 86_400_000;
const newJob = { kind: "note", payload: { to: "rahim@example.edu" } };

describe.each(bothEngines)("jobs whose process dies on %s", (engine) => {
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
    for (const [index, wait] of waits.slice(0, 7).entries()) expect(waits[index + 1]).toBeGreaterThan(wait);
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

  describe("a job on the bytes of a stranger", () => {
    const apart: string[] = [];
    const refused: string[] = [];
    let end: "dies" | "works";
    const strangers = () =>
      createJobRunner({
        jobs: archive.services.jobs,
        handlers: {
          note: {
            bytes: "strangers",
            run: async ({ id }) => void apart.push(`here ${id}`),
            refuse: async ({ id }) => void refused.push(id),
          },
        },
        async runApart({ id }) {
          apart.push(id);
          if (end === "dies") throw new ProcessDied();
        },
        log: {
          failed: ({ state, error }) => void failures.push({ state, error }),
          error: (error) => void failures.push({ state: "fault", error: String(error) }),
        },
      });
    /** Claims the job and lets the claim lapse, as two processes that die do. */
    async function dieTwice() {
      for (let deaths = 0; deaths < 2; deaths += 1) {
        await archive.services.jobs.claim();
        now += LEASE;
      }
      expect(await archive.services.jobs.claim()).toBeUndefined();
      now += pause(1, 1);
    }
    beforeEach(() => {
      apart.length = 0;
      refused.length = 0;
    });

    test("runs in a process of its own after two deaths, and its work is not lost", async () => {
      end = "works";
      await archive.services.jobs.enqueue([newJob]);
      await dieTwice();
      await strangers().drain();
      expect([apart.length, refused.length]).toEqual([1, 0]);
      expect(await rows()).toEqual([]);
    });

    test("is refused for good when that process dies, too, and an admin's retry doesn't revive it", async () => {
      end = "dies";
      await archive.services.jobs.enqueue([newJob]);
      await dieTwice();
      const { id } = (await rows())[0]!;
      await strangers().drain();
      expect(refused).toEqual([id]);
      expect(failures).toEqual([{ state: "refused", error: "ProcessDied" }]);
      expect(await rows()).toMatchObject([{ state: "dead", deaths: 3, lastError: "ProcessDied" }]);
      await archive.services.jobs.retryDead(["note"]);
      now += 30 * DAY;
      await strangers().drain();
      expect(apart).toEqual([id]);
    });

    test("makes the other jobs of its account run in processes of their own, and nobody else's", async () => {
      end = "dies";
      await archive.services.jobs.enqueue([{ ...newJob, owner: "hostile" }]);
      await dieTwice();
      await strangers().drain();
      end = "works";
      await archive.services.jobs.enqueue([
        { ...newJob, owner: "hostile" },
        { ...newJob, owner: "other" },
      ]);
      const others = await rows();
      const idOf = (owner: string) => others.find((row) => row.owner === owner && row.deaths === 0)?.id;
      await strangers().drain();
      expect(apart.slice(1)).toEqual([idOf("hostile"), `here ${idOf("other")}`]);
    });
  });
});
