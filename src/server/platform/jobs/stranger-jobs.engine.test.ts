import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { createJobRunner } from "./job-runner.ts";
import { LEASE, pause } from "./jobs.service.ts";
import { ProcessDied } from "./process-died.ts";

const DAY = 86_400_000;
const newJob = { kind: "note", payload: { to: "rahim@example.edu" } };

describe.each(bothEngines)("a job on the bytes of a stranger on %s", (engine) => {
  let archive: TestArchive;
  let now: number;
  let failures: { state: string; error: string }[];
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
  const rows = () => archive.db.write.selectFrom("job").selectAll().execute();
  beforeEach(async () => {
    [now, failures] = [Date.UTC(2026, 10, 21), []];
    apart.length = 0;
    refused.length = 0;
    archive = await openTestArchive(engine, { clock: () => now });
  });
  afterEach(() => archive.close());

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

  test("makes the other jobs of its account run as usual again after a week", async () => {
    end = "dies";
    await archive.services.jobs.enqueue([{ ...newJob, owner: "once hostile" }]);
    await dieTwice();
    await strangers().drain();
    now += 8 * DAY;
    await archive.services.jobs.enqueue([{ ...newJob, owner: "once hostile" }]);
    const next = (await rows()).find(({ deaths }) => deaths === 0);
    await strangers().drain();
    expect(apart.slice(1)).toEqual([`here ${next?.id}`]);
  });
});
