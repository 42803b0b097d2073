import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
} from "../../../../tests/support/platform/archive.ts";
import { createUploadLocks } from "./upload-locks.ts";
import { createUploadLocksRepo } from "./upload-locks.repo.ts";

const NEVER = new AbortController().signal;
const ID = "a".repeat(32);

describe.each(bothEngines)("the lock of an upload on %s", (engine) => {
  let archive: TestArchive;
  let now: number;
  /** Makes separate lock instances, as if in several processes. The instances share only the database. */
  const processes = (count: number) =>
    Array.from({ length: count }, () =>
      createUploadLocks({ uploadLocksRepo: createUploadLocksRepo(archive.db), clock: () => now }),
    );
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    now = 1_000_000;
  });
  afterEach(() => archive.close());

  test("is held by one request at a time, across processes", async () => {
    let holders = 0;
    let most = 0;
    const hold = async (locks: ReturnType<typeof createUploadLocks>) => {
      const lock = locks.newLock(ID);
      await lock.lock(NEVER, () => {});
      most = Math.max(most, (holders += 1));
      await new Promise(setImmediate);
      holders -= 1;
      await lock.unlock();
    };
    await Promise.all(processes(8).map(hold));
    expect(most).toBe(1);
  });

  test("notifies its holder that another request waits, and then goes to that request", async () => {
    const [one, other] = processes(2).map((locks) => locks.newLock(ID));
    let giveWay = () => {};
    const asked = new Promise<void>((resolve) => (giveWay = resolve));
    await one?.lock(NEVER, giveWay);
    const given = asked.then(() => one?.unlock());
    await other?.lock(NEVER, () => {});
    await given;
    await other?.unlock();
    expect(await archive.db.read.selectFrom("uploadLock").selectAll().execute()).toEqual([]);
  });

  test("is free when the lease of a dead process expires", async () => {
    const [dead, other] = processes(2).map((locks) => locks.newLock(ID));
    await archive.db.write
      .insertInto("uploadLock")
      .values({ id: ID, holder: "dead", leaseUntil: now + 10_000, wanted: 0 })
      .execute();
    const wait = new AbortController();
    const waiting = dead?.lock(wait.signal, () => {});
    wait.abort();
    await expect(waiting).rejects.toMatchObject({ code: "unavailable", retryAfter: 10 });
    now += 10_000;
    await other?.lock(NEVER, () => {});
    await other?.unlock();
  });

  test("lets fifteen requests of a process wait, and refuses the next ones at once", async () => {
    const [locks] = processes(1);
    const holder = locks?.newLock(ID);
    await holder?.lock(NEVER, () => {});
    const wait = new AbortController();
    const outcomes: string[] = [];
    const asked = Array.from({ length: 20 }, async () => {
      await locks?.newLock(ID).lock(wait.signal, () => {});
    }).map((one) => one.catch(() => outcomes.push(wait.signal.aborted ? "waited" : "refused")));
    await Promise.all(asked.slice(15));
    wait.abort();
    await Promise.all(asked);
    expect(outcomes.toSorted()).toEqual([...Array(5).fill("refused"), ...Array(15).fill("waited")]);
    await holder?.unlock();
    const next = locks?.newLock(ID);
    await next?.lock(NEVER, () => {});
    await next?.unlock();
  });

  test("doesn't block other uploads", async () => {
    const [locks] = processes(1);
    const both = [ID, "b".repeat(32)].map((id) => locks?.newLock(id));
    for (const lock of both) await lock?.lock(NEVER, () => {});
    expect(await archive.db.read.selectFrom("uploadLock").select("id").execute()).toHaveLength(2);
    for (const lock of both) await lock?.unlock();
  });
});
