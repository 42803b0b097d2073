import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import type { JobTable } from "../db/schema/schema.ts";
import { newId } from "../ids.ts";
import { nextJob } from "./job-turns.repo.ts";
import { type JobChoice, type Lane, lanes } from "./lanes.ts";
import { createJobRunner, type Handler } from "./job-runner.ts";

const START = Date.UTC(2026, 10, 21, 9);
const DAY = 86_400_000;
const PAGES: JobChoice = { lanes: [lanes.heads, lanes.pages], isShared: true };

describe.each(bothEngines)("job lanes on %s", (engine) => {
  let archive: TestArchive;
  let now: number;
  beforeEach(async () => {
    now = START;
    archive = await openTestArchive(engine, { clock: () => now });
  });
  afterEach(() => archive.close());

  async function enqueue(owner: string, names: string[], lane: Lane = lanes.heads): Promise<void> {
    now += 1_000;
    await archive.services.jobs.enqueue(names.map((payload) => ({ kind: "page", payload, owner, lane })));
  }
  const nameOf = (job: JobTable | undefined): unknown => job && JSON.parse(job.payload);
  const claimed = async (choice = PAGES) => nameOf(await archive.services.jobs.claim(choice));
  /** Claims and finishes one job, and charges `ms` to its owner. */
  async function done(ms = 100, choice = PAGES): Promise<unknown> {
    const job = await archive.services.jobs.claim(choice);
    if (job) await archive.services.jobs.charge(job.owner, ms);
    if (job) await archive.services.jobs.finish(job);
    return nameOf(job);
  }
  const several = async <T>(count: number, act: () => Promise<T>): Promise<T[]> => {
    const answers = [];
    for (let index = 0; index < count; index += 1) answers.push(await act());
    return answers;
  };

  test("a person's job runs before the backlog of a person who has used more time", async () => {
    await enqueue("flooder", ["f1", "f2", "f3", "f4"]);
    expect(await done()).toBe("f1");
    await enqueue("student", ["s1", "s2"]);
    expect(await several(6, done)).toEqual(["s1", "f2", "s2", "f3", "f4", undefined]);
  });

  test("the time of a job counts for its owner, so slow jobs come after others", async () => {
    await enqueue("slow", ["x1", "x2"]);
    await enqueue("student", ["s1", "s2", "s3"]);
    expect(await done(8_000)).toBe("x1");
    expect(await several(4, done)).toEqual(["s1", "s2", "s3", "x2"]);
  });

  test("time that a person used while nobody else waited does not count against them", async () => {
    await enqueue("student", ["s1", "s2", "s3", "s4"]);
    await several(4, () => done(1_000));
    await enqueue("flooder", ["f1", "f2", "f3", "f4"]);
    await enqueue("student", ["s5"]);
    const next = await several(3, () => done(1_000));
    expect(next).toContain("s5");
  });

  test("a person gets a second runner only while nobody else waits", async () => {
    await enqueue("a", ["a1", "a2", "a3"]);
    expect(await several(2, claimed)).toEqual(["a1", "a2"]);
    await archive.services.jobs.charge("b", 60_000);
    await enqueue("b", ["b1", "b2"]);
    expect(await several(3, claimed)).toEqual(["b1", "b2", "a3"]);
  });

  test("an owner gets no more runners than the lane allows, and the others stay free", async () => {
    const text: JobChoice = { lanes: [lanes.text], isShared: true, perOwner: 1 };
    await enqueue("a", ["a1", "a2"], lanes.text);
    expect(await several(2, () => claimed(text))).toEqual(["a1", undefined]);
    await enqueue("b", ["b1"], lanes.text);
    expect(await claimed(text)).toBe("b1");
  });

  test("the first pages of every paper are read before later pages of any paper", async () => {
    await enqueue("a", ["a page 3", "a page 4"], lanes.pages);
    await enqueue("b", ["b page 1", "b page 2"], lanes.heads);
    expect(await several(4, () => done())).toEqual(["b page 1", "b page 2", "a page 3", "a page 4"]);
  });

  test("a runner runs only jobs of its own lane", async () => {
    await enqueue("a", ["text"], lanes.text);
    expect(await claimed()).toBeUndefined();
    expect(nameOf(await archive.services.jobs.claim())).toBeUndefined();
    expect(await claimed({ lanes: [lanes.text] })).toBe("text");
  });

  test("jobs above a person's daily limit wait for the next day, and other people's jobs continue", async () => {
    const perDay = { ...PAGES, perDay: 2 };
    await enqueue("a", ["a1", "a2", "a3"]);
    await enqueue("", ["sample 1", "sample 2", "sample 3"]);
    const today = await several(6, () => done(100, perDay));
    expect(today.filter(Boolean).toSorted()).toEqual(["a1", "a2", "sample 1", "sample 2", "sample 3"]);
    now += DAY;
    expect(await several(2, () => done(100, perDay))).toEqual(["a3", undefined]);
  });

  test("the used time of earlier days is deleted", async () => {
    await archive.services.jobs.charge("a", 100);
    now += DAY;
    await archive.services.jobs.charge("b", 100);
    await archive.services.jobs.deleteUse();
    const rows = await archive.db.read.selectFrom("jobUse").select("owner").execute();
    expect(rows).toEqual([{ owner: "b" }]);
  });

  test("a postponed job does not delay its owner's other jobs", async () => {
    const { jobs } = archive.services;
    await enqueue("a", ["a1", "a2"]);
    const first = await jobs.claim(PAGES);
    await jobs.fail(first!, new Error("It failed"));
    expect(await several(2, claimed)).toEqual(["a2", undefined]);
  });

  /**
   * Starts runners whose jobs last until they are interrupted. `begun` lists the names of the started jobs.
   */
  function running(count: number, choice: JobChoice) {
    const begun: unknown[] = [];
    const handler: Handler = async (job) => {
      begun.push(nameOf(job));
      await new Promise(() => {});
    };
    const log = { failed: () => {}, error: (error: unknown) => begun.push(error) };
    const { jobs } = archive.services;
    const runners = Array.from({ length: count }, () =>
      createJobRunner({ jobs, handlers: { page: { bytes: "ours", run: handler } }, choice, log }),
    );
    for (const runner of runners) runner.start();
    return { begun, stop: () => Promise.all(runners.map((runner) => runner.stop(0))) };
  }

  test("a person's second job is interrupted at once when another person's job arrives", async () => {
    await enqueue("a", ["a1", "a2"]);
    const { begun, stop } = running(2, PAGES);
    await expect.poll(() => begun).toHaveLength(2);
    await enqueue("b", ["b1"]);
    await expect.poll(() => begun[2]).toBe("b1");
    await stop();
    expect(begun).toHaveLength(3);
  });

  test("a slow job gives way to a person who has used less time, and gets twice as long on its next attempt", async () => {
    await enqueue("slow", ["x1"]);
    const { begun, stop } = running(1, { ...PAGES, timeSlice: 0 });
    await expect.poll(() => begun).toEqual(["x1"]);
    await enqueue("student", ["s1"]);
    await expect.poll(() => begun).toEqual(["x1", "s1"]);
    const rows = await archive.db.read.selectFrom("job").select(["owner", "state", "attempts"]).execute();
    expect(rows).toContainEqual({ owner: "slow", state: "queued", attempts: 1 });
    await stop();
    const { jobs } = archive.services;
    const job = { ...(await jobs.claim(PAGES))!, attempts: 2 };
    await enqueue("other", ["o1"]);
    const patient = { ...PAGES, timeSlice: 1_000 };
    expect(await jobs.yieldsFor(job, patient, 1_999)).toBeUndefined();
    expect(await jobs.yieldsFor(job, patient, 2_000)).toBe("slow");
  });

  test("a job for first pages does not give way to a job for later pages", async () => {
    await enqueue("a", ["a1"]);
    const job = await archive.services.jobs.claim(PAGES);
    await enqueue("b", ["b page 3"], lanes.pages);
    expect(await archive.services.jobs.yieldsFor(job!, { ...PAGES, timeSlice: 0 }, 1_000)).toBeUndefined();
  });

  test("a claim among 100,000 waiting jobs reads only a few index entries for each person", async () => {
    await insertMany(100_000, 100);
    await enqueue("student", ["s1"]);
    await archive.services.jobs.charge("student", 1);
    for (let person = 0; person < 100; person += 1)
      await archive.services.jobs.charge(`flooder ${person}`, 10);
    expect(await claimed()).toBe("s1");
    expect(await planOfClaim()).not.toMatch(/Seq Scan on "?job\b|SCAN job(?! USING)/);
  });

  async function planOfClaim(): Promise<string> {
    const explain = engine === "postgres" ? sql`explain` : sql`explain query plan`;
    const { rows } = await sql`${explain} ${nextJob(lanes.heads, START, PAGES)}`.execute(archive.db.read);
    return JSON.stringify(rows);
  }

  async function insertMany(count: number, owners: number): Promise<void> {
    const insert = (from: number) =>
      Array.from({ length: 1_000 }, (_, index): JobTable => ({
        id: newId(START),
        kind: "page",
        payload: "0",
        lane: lanes.heads,
        owner: `flooder ${(from + index) % owners}`,
        subject: null,
        state: "queued",
        attempts: 0,
        deaths: 0,
        runAt: START,
        leaseUntil: null,
        lastError: null,
        requestId: null,
        createdAt: START,
        updatedAt: START,
      }));
    await archive.db.transaction(async (trx) => {
      for (let from = 0; from < count; from += 1_000)
        await trx.insertInto("job").values(insert(from)).execute();
    });
    if (engine === "postgres") await sql`analyze job`.execute(archive.db.write);
  }
});
