import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTestArchive, type TestArchive } from "../../../../../tests/support/platform/archive.ts";
import { migrate } from "../migrate.ts";
import { openDatabase, sqlitePath } from "../open.ts";
import type { Database } from "../schema/schema.ts";
import { openWritePause, type WritePauseLease } from "./sqlite-write-pause.ts";

const MINUTE = 60_000;

let archive: TestArchive;
let pause: WritePauseLease;
beforeEach(async () => {
  archive = await openTestArchive("sqlite");
  pause = openWritePause(sqlitePath(archive.env.PROSHNO_DATA), MINUTE);
});
afterEach(async () => {
  vi.useRealTimers();
  pause.close();
  await archive.close();
});

let count = 0;
const write = (db: Database): Promise<unknown> =>
  db.write
    .insertInto("setting")
    .values({ name: `test${(count += 1)}`, value: "1" })
    .execute()
    .then(
      () => "saved",
      ({ code, retryAfter }: { code: string; retryAfter: number }) => `${code} ${retryAfter}`,
    );

test("a pause refuses the writes of every process, and lets all of them read", async () => {
  const other = openDatabase({ dataFolder: archive.env.PROSHNO_DATA });
  pause.begin("move");
  pause.renew("move", "copying");
  expect(await write(archive.db)).toBe("read_only 60");
  expect(await write(other)).toBe("read_only 60");
  const transaction = other.transaction((trx) => trx.deleteFrom("setting").execute());
  await expect(transaction).rejects.toThrow("read_only");
  const read = other.transaction((trx) => trx.selectFrom("setting").selectAll().execute());
  expect(await read).not.toEqual([]);
  await other.close();
});

test("a refused write is not a failed statement for the observer", async () => {
  const failed: string[] = [];
  const db = openDatabase({
    dataFolder: archive.env.PROSHNO_DATA,
    onQuery: ({ sql, hasFailed }) => void (hasFailed && failed.push(sql)),
  });
  pause.begin("move");
  pause.renew("move", "copying");
  expect(await write(db)).toBe("read_only 60");
  expect(failed).toEqual([]);
  await db.close();
});

test("a server can start during a pause", async () => {
  pause.begin("move");
  pause.renew("move", "copying");
  expect(await migrate(archive.db)).toEqual([]);
});

test("job runners claim no job while running jobs end, and all other writes go on", async () => {
  await archive.services.jobs.enqueue([{ kind: "note", payload: {} }]);
  pause.begin("move");
  expect(await archive.services.jobs.claim()).toBe(undefined);
  expect(await write(archive.db)).toBe("saved");
  pause.end();
  expect((await archive.services.jobs.claim())?.kind).toBe("note");
});

test("a pause ends without renewal, and a late renewal says so", async () => {
  const short = openWritePause(sqlitePath(archive.env.PROSHNO_DATA), -1);
  short.begin("move");
  expect(short.renew("move", "copying")).toBe(false);
  expect(await write(archive.db)).toBe("saved");
  short.close();
});

test("a pause that a write has ended does not apply again if the clock jumps back", async () => {
  pause.begin("move");
  pause.renew("move", "copying");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * MINUTE });
  expect(await write(archive.db)).toBe("saved");
  vi.useRealTimers();
  expect(pause.renew("move", "copying")).toBe(false);
  expect(await write(archive.db)).toBe("saved");
});

test("the pause of a complete move lasts until its end", async () => {
  const short = openWritePause(sqlitePath(archive.env.PROSHNO_DATA), -1);
  pause.begin("move");
  short.renew("move", "moved");
  expect(await write(archive.db)).toBe("read_only 60");
  expect(pause.begin("other")).toBe(false);
  expect(pause.end()).toBe(true);
  expect(await write(archive.db)).toBe("saved");
  short.close();
});
