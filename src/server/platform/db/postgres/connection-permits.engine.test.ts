import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTestArchive, type TestArchive } from "../../../../../tests/support/platform/archive.ts";
import { onServer } from "../../../../../tests/support/platform/postgres-cluster.ts";
import { openPostgresWay } from "../../../../../tests/support/platform/postgres-way.ts";
import { randomKey } from "../../ids.ts";
import { inRequest, withPriority } from "../../request-scope.ts";
import type { BusyReason } from "../on-query.ts";
import type { Database } from "../schema/schema.ts";
import { fairConnections } from "./connection-need.ts";
import { MAX_WAITING } from "./connection-permits.ts";
import { openPostgres } from "./postgres.ts";

const WAIT_OPTIONS = { timeout: 20_000, interval: 20 };
const UNAVAILABLE = { code: "unavailable", retryAfter: 5 };
const LIMITED = "connections_limited";

let archive: TestArchive;
let db: Database;
let busy: BusyReason[];
/** Lets the transactions of all holders end. */
let gate: PromiseWithResolvers<void>;

beforeEach(async () => {
  archive = await openTestArchive("postgres");
  busy = [];
  gate = Promise.withResolvers();
  db = open(archive.env.DATABASE_URL);
});
afterEach(async () => {
  gate.resolve();
  await db.close();
  await archive.close();
});

const open = (url: string, connections = 10) =>
  openPostgres(url, () => {}, { connections, onBusy: (reason) => busy.push(reason) });
const as = <T>(requester: string, work: () => Promise<T>): Promise<T> =>
  inRequest("a request", work, requester);
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const lockPile = sql`select pg_advisory_xact_lock(20261128)`;

/** Begins transactions that stay open until `end`, or the end of the test. */
function openHolder() {
  const running: Promise<unknown>[] = [];
  const begun: string[] = [];
  return {
    /** The holders of write connections, in the order of their beginnings. */
    begun,
    hold(requester: string): void {
      const work = () => db.transaction(async () => (begun.push(requester), gate.promise));
      const held = as(requester, work);
      // A refused transaction fails the test at `end`.
      held.catch(() => {});
      running.push(held);
    },
    async end(): Promise<void> {
      gate.resolve();
      await Promise.all(running);
    },
  };
}

/** The connections with an open transaction, as PostgreSQL sees them. */
async function inTransaction(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(archive.db.read);
  return rows[0]?.count ?? 0;
}

test("a person holds two write connections, another person finds a third one, and a login the last one", async () => {
  const holder = openHolder();
  for (let count = 0; count < 20; count += 1) holder.hold("flood");
  await vi.waitFor(async () => expect(await inTransaction()).toBe(2), WAIT_OPTIONS);
  for (let count = 0; count < 2; count += 1) holder.hold("another");
  await vi.waitFor(async () => expect(await inTransaction()).toBe(3), WAIT_OPTIONS);
  await as("login", () => withPriority("reserve", () => db.transaction((trx) => sql`select 1`.execute(trx))));
  expect(holder.begun).toEqual(["flood", "flood", "another"]);
  expect(db.poolUse().write).toMatchObject({ busy: 3, waiting: 19 });
  await holder.end();
  expect(holder.begun).toHaveLength(22);
});

test("a job that finds no connection waits, and runs when a person's transaction ends", async () => {
  const holder = openHolder();
  for (const requester of ["one", "one", "two", "three"]) holder.hold(requester);
  await vi.waitFor(() => expect(holder.begun).toHaveLength(3), WAIT_OPTIONS);
  const job = db.transaction(async () => "done");
  await holder.end();
  expect(await job).toBe("done");
});

test("if too much work of one person waits, only this person's newest work is refused", async () => {
  const holder = openHolder();
  for (let count = 0; count < 2 + MAX_WAITING; count += 1) holder.hold("flood");
  await vi.waitFor(() => expect(holder.begun).toHaveLength(2), WAIT_OPTIONS);
  const refused = await errorOf(as("flood", () => db.write.deleteFrom("job").execute()));
  expect(refused).toMatchObject(UNAVAILABLE);
  await as("another", () => db.write.deleteFrom("job").execute());
  await db.write.deleteFrom("job").execute();
  expect(busy).toEqual(["connections"]);
  await holder.end();
});

test("requests that need a second connection within a transaction don't wait for each other", async () => {
  const both = Promise.withResolvers<void>();
  let begun = 0;
  const nested = () =>
    db.transaction(async () => {
      begun += 1;
      if (begun === 2) both.resolve();
      await both.promise;
      await db.write.deleteFrom("job").execute();
    });
  await Promise.all([as("one person", nested), as("one person", nested)]);
  // One request may also run several transactions beside each other.
  const parallel = () =>
    Promise.all(Array.from({ length: 20 }, () => db.transaction((trx) => lockPile.execute(trx))));
  expect(await as("one person", parallel)).toHaveLength(20);
});

test("a request waits for a lock for a short time, a job until the lock is free", async () => {
  const locked = Promise.withResolvers<void>();
  const other = archive.db.transaction(async (trx) => {
    await lockPile.execute(trx);
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;
  const work = () => db.transaction((trx) => lockPile.execute(trx));
  const job = work();
  expect(await errorOf(as("a person", work))).toMatchObject(UNAVAILABLE);
  expect(busy).toEqual(["lock"]);
  gate.resolve();
  await Promise.all([other, job, as("a person", work)]);
  // The connection of a request is used by a job now, and the other way round.
  const limit = () =>
    sql<{ value: string }>`select current_setting('lock_timeout') as value`
      .execute(db.read)
      .then(({ rows }) => rows[0]?.value);
  expect([await as("a person", limit), await limit(), await as("a person", limit)]).toEqual([
    "2500ms",
    "0",
    "2500ms",
  ]);
});

test("while PostgreSQL accepts no more connections, requests wait for an open one", async () => {
  const role = `${LIMITED}_${randomKey()}`.toLowerCase();
  const { DATABASE_URL } = archive.env;
  const url = new URL(DATABASE_URL);
  url.username = role;
  await onServer(
    DATABASE_URL,
    `create role "${role}" login connection limit 2`,
    `grant select on "cacheNode" to "${role}"`,
  );
  const limited = open(url.href);
  try {
    const query = () => sql`select pg_backend_pid() as pid, pg_sleep(0.001)`.execute(limited.write);
    await query();
    const all = Array.from({ length: 80 }, (_, number) => as(`person ${number % 8}`, query));
    const pids = (await Promise.all(all)).map(({ rows }) => (rows[0] as { pid: number }).pid);
    expect(new Set(pids).size).toBeLessThanOrEqual(2);
    const read = limited.connectionNeed(2);
    // The other pool has no connection, so it can't wait for one.
    expect(await errorOf(read)).toMatchObject({ code: "53300" });
    await onServer(DATABASE_URL, `alter role "${role}" connection limit 20`);
    expect(await limited.connectionNeed(2)).toEqual({ needed: 24, allowed: 20, wasRefused: true });
  } finally {
    await limited.close();
    await onServer(DATABASE_URL, `drop owned by "${role}"`, `drop role "${role}"`);
  }
});

test("a database needs connections for all processes that hold a lease", async () => {
  const { needed, allowed, wasRefused } = (await db.connectionNeed(1)) ?? {};
  expect({ needed, wasRefused }).toEqual({ needed: 13, wasRefused: false });
  expect(allowed).toBeGreaterThan(13);
  await sql`insert into "cacheNode" (id, "leaseUntil")
    select n, (extract(epoch from clock_timestamp()) * 1000)::bigint + 60000
    from generate_series(1, 3) as n`.execute(db.write);
  expect(await db.connectionNeed(1)).toMatchObject({ needed: 35 });
});

test("a request is refused at once while the database is silent, and served when it answers again", async () => {
  const way = await openPostgresWay(archive.env.DATABASE_URL);
  const behind = open(way.url, 3);
  const query = () => sql`select 1`.execute(behind.write);
  try {
    await behind.changeFeed.follow({ lost: () => {}, found: () => {} });
    expect(behind.isUnresponsive()).toBe(false);
    way.staySilent();
    await vi.waitFor(() => expect(behind.isUnresponsive()).toBe(true), WAIT_OPTIONS);
    expect(await errorOf(as("a person", query))).toMatchObject(UNAVAILABLE);
    expect(busy).toEqual([]);
    way.leadTo(archive.env.DATABASE_URL);
    await vi.waitFor(() => expect(behind.isUnresponsive()).toBe(false), WAIT_OPTIONS);
    await as("a person", query);
  } finally {
    await behind.close();
    await way.close();
  }
});

test("processes share the connections that PostgreSQL accepts, so that each has some", async () => {
  const url = archive.env.DATABASE_URL;
  const share = (processes: number) => fairConnections(url, { wanted: 10, min: 3, processes });
  const limit = (most: number) =>
    onServer(url, `alter database "${new URL(url).pathname.slice(1)}" connection limit ${most}`);
  expect(await share(1)).toBe(10);
  await limit(17);
  // Three processes with four connections and one for notifications, and two for commands.
  expect(await Promise.all([1, 2, 3, 9].map(share))).toEqual([10, 6, 4, 3]);
  expect(await fairConnections("postgres://127.0.0.1:1/none", { wanted: 10, min: 3, processes: 3 })).toBe(10);
});
