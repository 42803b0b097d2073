import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { useShare } from "../../../../tests/support/platform/busy.ts";
import { createJobsRepo } from "../jobs/jobs.repo.ts";
import { createJobsService } from "../jobs/jobs.service.ts";
import { afterCommit } from "./transaction.ts";

describe.each(bothEngines)("a transaction on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  const jobCount = async () => (await archive.db.read.selectFrom("job").selectAll().execute()).length;

  test("wakes the job runners when its jobs can be read, and not before", async () => {
    const jobs = createJobsService({ jobsRepo: createJobsRepo(archive.db), clock: Date.now });
    const seen: Promise<number>[] = [];
    jobs.onWake(() => void seen.push(jobCount()));
    await archive.db.transaction(async (trx) => {
      await jobs.enqueue([{ kind: "note", payload: {} }], trx);
      expect(seen).toEqual([]);
    });
    expect(await Promise.all(seen)).toEqual([1]);
  });

  test("runs none of its hooks if it rolls back", async () => {
    const hooks: string[] = [];
    const failed = archive.db.transaction(async (trx) => {
      afterCommit(trx, () => hooks.push("of the failed one"));
      throw new Error("undo");
    });
    await expect(failed).rejects.toThrow("undo");
    await archive.db.transaction(async (trx) => afterCommit(trx, () => hooks.push("of the next one")));
    expect(hooks).toEqual(["of the next one"]);
  });

  test("lets other requests read between its statements, and they don't see it until it has committed", async () => {
    const { db } = archive;
    const seen: number[] = [];
    const reading = setImmediate().then(async () => seen.push(await jobCount()));
    const jobs = createJobsService({ jobsRepo: createJobsRepo(db), clock: Date.now });
    let statements = 0;
    await db.transaction(async (trx) => {
      await jobs.enqueue([{ kind: "note", payload: {} }], trx);
      for (; statements < 50 && seen.length === 0; statements += 1) {
        useShare();
        await trx.selectFrom("job").select("id").execute();
      }
      expect(seen).toEqual([0]);
    });
    await reading;
    expect(await jobCount()).toBe(1);
  });

  test("is not required for a hook: without a transaction, a hook runs at once", () => {
    const hooks: number[] = [];
    afterCommit(undefined, () => hooks.push(1));
    afterCommit(archive.db.write, () => hooks.push(2));
    expect(hooks).toEqual([1, 2]);
  });
});
