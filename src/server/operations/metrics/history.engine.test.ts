import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createSiteMetrics } from "./site-metrics.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const START = Date.UTC(2026, 10, 22, 12, 0, 30);

describe.each(engines)("the history of operations on %s", (engine) => {
  let archive: TestArchive;
  let now: number;
  let admin: User;
  let metrics: ReturnType<typeof createSiteMetrics>;

  beforeEach(async () => {
    now = START;
    archive = await openTestArchive(engine, { clock: () => now, machine: "one" });
    ({ actor: admin } = await archive.signUp("Ayesha", "admin"));
    metrics = createSiteMetrics({ engine, version: "1" });
  });
  afterEach(() => archive.close());

  const requests = (count: number, status: number, ms: number) => {
    for (let index = 0; index < count; index += 1) metrics.request({ route: "/", method: "GET", status, ms });
  };
  const sample = () => archive.services.operations.sample(metrics.snapshot());
  const rows = () => archive.db.read.selectFrom("operationsSample").selectAll().orderBy("at").execute();

  it("stores one row a minute, and deletes rows after 14 days", async () => {
    requests(50, 200, 7);
    await sample();
    expect(await rows()).toEqual([]);
    requests(90, 200, 20);
    requests(10, 503, 20);
    for (let count = 0; count < 3; count += 1) metrics.responseCache.hit();
    metrics.responseCache.miss();
    await archive.services.jobs.enqueue([{ kind: "recognisePage", payload: 0, lane: "pages" }]);
    now += MINUTE;
    await sample();
    await sample();
    expect(await rows()).toEqual([
      expect.objectContaining({
        at: START + MINUTE - 30_000,
        machine: "one",
        requests: 100,
        errors: 10,
        p95Ms: 24,
        cacheHits: 3,
        cacheLookups: 4,
        queued: 1,
        dead: 0,
        pagesWaiting: 1,
      }),
    ]);
    now += 14 * DAY + MINUTE;
    await sample();
    expect((await rows()).map(({ at }) => at)).toEqual([now - 30_000]);
  });

  it("stores the average minute and all errors of an hour in which it stored nothing", async () => {
    await sample();
    requests(597, 200, 7);
    requests(3, 503, 7);
    await sql`alter table "operationsSample" rename to "lost"`.execute(archive.db.write);
    now += 30 * MINUTE;
    await expect(sample()).rejects.toThrow("operationsSample");
    await sql`alter table "lost" rename to "operationsSample"`.execute(archive.db.write);
    now += 30 * MINUTE;
    await sample();
    expect(await rows()).toEqual([expect.objectContaining({ requests: 10, errors: 3 })]);
  });

  it("counts the requests of a second reading in the same minute in the next minute", async () => {
    await sample();
    now += MINUTE;
    await sample();
    requests(7, 200, 7);
    now += 1;
    await sample();
    now += MINUTE;
    await sample();
    expect((await rows()).map((row) => row.requests)).toEqual([0, 7]);
  });

  it("adds up the requests of two machines, and shows the worst of the rest", async () => {
    const figures = { requests: 10, errors: 1, p95Ms: 40, cacheHits: 1, cacheLookups: 4 };
    const minute = { at: START - 30_000, ...figures };
    const sizes = { queued: 3, dead: 0, pagesWaiting: 2, diskFree: 9_000, memory: 100 };
    await archive.db.write
      .insertInto("operationsSample")
      .values([
        { ...minute, ...sizes, machine: "one" },
        { ...minute, ...sizes, machine: "two", p95Ms: 90, cacheHits: 4, diskFree: 4_000 },
        {
          ...minute,
          ...sizes,
          at: minute.at + MINUTE,
          machine: "one",
          requests: 40,
          p95Ms: null,
          queued: 5,
          cacheLookups: 0,
          cacheHits: 0,
        },
      ])
      .execute();
    const { parts, step } = await archive.services.operations.history(admin, "day");
    expect(parts).toHaveLength(48);
    expect(step).toBe(30 * MINUTE);
    expect(parts.at(-1)?.at).toBe(START - 30_000);
    expect(parts.flatMap(({ point }) => point ?? [])).toEqual([
      {
        at: START - 30_000,
        requestsPerMinute: 30,
        errors: 3,
        p95Ms: 90,
        cacheHits: 5 / 8,
        queued: 5,
        dead: 0,
        pagesWaiting: 2,
        diskFree: 4_000,
        memory: 200,
      },
    ]);
  });

  it("has 48 parts of seven hours for 14 days, and the last one is not over", async () => {
    const { parts, step } = await archive.services.operations.history(admin, "fortnight");
    expect(step).toBe(420 * MINUTE);
    expect(parts).toHaveLength(48);
    const last = parts.at(-1)?.at ?? 0;
    expect(last).toBeLessThanOrEqual(now);
    expect(last + step).toBeGreaterThan(now);
  });

  it("is for admins only", async () => {
    const { actor: student } = await archive.signUp("Rahim");
    await expect(archive.services.operations.history(student, "day")).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(archive.services.operations.history(undefined, "day")).rejects.toMatchObject({
      code: "sign_in_required",
    });
  });

  it("the metrics of the archive count jobs by lane, and name no problem", async () => {
    now = Date.now();
    await archive.services.jobs.enqueue([
      { kind: "a", payload: 0, runAt: now - 5_000 },
      { kind: "b", payload: 0, runAt: now + DAY },
      { kind: "recognisePage", payload: 0, lane: "heads", runAt: now },
    ]);
    const snapshot = await archive.services.operations.archiveMetrics();
    const valueOf = (name: string, ...values: string[]) =>
      snapshot
        .find((family) => family.name === name)
        ?.rows.find(([row]) => row.join() === values.join())?.[1][0];
    expect(valueOf("proshno_jobs", "mail", "queued")).toBe(2);
    expect(valueOf("proshno_job_oldest_seconds", "mail")).toBe(5);
    expect(valueOf("proshno_recognition_pages_waiting")).toBe(1);
    expect(valueOf("proshno_problem", "database_unreachable")).toBe(0);
    expect(valueOf("proshno_data_free_bytes")).toBeGreaterThan(0);
  });
});
