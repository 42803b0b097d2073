import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  onServer,
  openCluster,
  type PostgresServer,
} from "../../../../../tests/support/platform/postgres-cluster.ts";
import { openPostgresWay } from "../../../../../tests/support/platform/postgres-way.ts";
import { isUnavailable, openDatabase } from "../open.ts";
import type { Database, Query, Schema } from "../schema/schema.ts";
import { openPostgres } from "./postgres.ts";
import { readsOnReplica } from "./replica.ts";

const cluster = openCluster();
let primary: PostgresServer;
let standby: PostgresServer;
/** The archive with the standby as its replica. */
let db: Database;
/** The standby alone. */
let direct: Kysely<Schema>;
let errors: string[];
let time: number;
let onReplica: ReturnType<typeof readsOnReplica>;

beforeAll(async () => {
  primary = await cluster.start(cluster.init("primary"));
  standby = await cluster.start(cluster.copy("standby", primary));
  db = openDatabase({ databaseUrl: primary.url, replicaUrl: standby.url, dataFolder: "" });
  direct = connect({ connectionString: standby.url });
  await sql`create table counted (n integer)`.execute(db.write);
});
beforeEach(() => {
  errors = [];
  time = 0;
  const onError = ({ message }: Error) => void errors.push(message);
  onReplica = readsOnReplica({ primary: db.read, replica: direct, onError, now: () => time });
});
afterAll(async () => {
  await db.close();
  await direct.destroy();
  for (const server of [standby, primary]) await cluster.kill(server);
  cluster.remove();
});

/** Where a read ran, and how many rows it saw. */
async function inspect(read: Query): Promise<{ isReplica: boolean; rows: number }> {
  const { rows } = await sql<{ isReplica: boolean; rows: number }>`
    select pg_is_in_recovery() as "isReplica", (select count(*)::integer from counted) as rows`.execute(read);
  return rows[0] as { isReplica: boolean; rows: number };
}
function connect(config: pg.PoolConfig): Kysely<Schema> {
  const pool = new pg.Pool(config).on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
const add = () => sql`insert into counted values (1)`.execute(db.write);
const backoff = 5_000;
const tooLate = "The replica did not answer or did not catch up within 1000 ms.";

test("a read on the replica sees every write that was acknowledged before it", async () => {
  for (let round = 0; round < 50; round += 1) {
    const before = (await inspect(db.read)).rows;
    await add();
    expect(await db.onReplica(inspect)).toEqual({ isReplica: true, rows: before + 1 });
  }
});

test("a replica that is behind gets no reads until it has caught up", async () => {
  await onServer(standby.url, "select pg_wal_replay_pause()");
  await add();
  const { rows } = await inspect(db.read);
  expect(await onReplica(inspect)).toEqual({ isReplica: false, rows });
  expect(errors).toEqual([tooLate]);
  await onServer(standby.url, "select pg_wal_replay_resume()");
  time = backoff - 1;
  expect((await onReplica(inspect)).isReplica).toBe(false);
  time = backoff;
  expect(await onReplica(inspect)).toEqual({ isReplica: true, rows });
});

test("a read that fails on the replica runs again on the primary", async () => {
  const failing = async (read: Query) => {
    const seen = await inspect(read);
    if (seen.isReplica) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(read);
    return seen;
  };
  expect((await onReplica(failing)).isReplica).toBe(false);
  expect(errors).toEqual(["terminating connection due to administrator command"]);
});

test("a read that is too slow for the replica does not run on the primary", async () => {
  const ran: boolean[] = [];
  const slow = async (read: Query) => {
    ran.push((await inspect(read)).isReplica);
    await sql`set local statement_timeout = 1`.execute(read);
    await sql`select pg_sleep(60)`.execute(read);
  };
  await expect(onReplica(slow)).rejects.toThrow("statement timeout");
  expect(ran).toEqual([true]);
});

test("a read whose connection to the replica was closed after the query timeout does not run on the primary", async () => {
  const impatient = openPostgres(primary.url, () => {}, { replicaUrl: standby.url, queryTimeout: 1_500 });
  const ran: boolean[] = [];
  const slow = async (read: Query) => {
    ran.push((await inspect(read)).isReplica);
    await sql`select pg_sleep(10)`.execute(read);
  };
  await expect(impatient.onReplica(slow)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  expect(ran).toEqual([true]);
  await impatient.close();
});

test("a read runs on the standby that was checked, if the replica's address leads to several standbys", async () => {
  const behind = await cluster.start(cluster.copy("behind", primary));
  await onServer(behind.url, "select pg_wal_replay_pause()");
  // As behind a pooler, each transaction gets another connection, and the next standby.
  const way = await openPostgresWay(standby.url);
  let next = 0;
  const spread = connect({
    connectionString: way.url,
    maxUses: 1,
    verify: (_client, done) => {
      next += 1;
      way.leadTo([standby, behind][next % 2]?.url ?? "");
      done();
    },
  });
  const onSpread = readsOnReplica({ primary: db.read, replica: spread, onError: () => {} });
  const twice = async (read: Query) => [await inspect(read), await inspect(read)];
  for (let round = 0; round < 10; round += 1) {
    await add();
    const { rows } = await inspect(db.read);
    const seen = { isReplica: true, rows };
    expect(await onSpread(twice)).toEqual([seen, seen]);
  }
  await spread.destroy();
  await way.close();
  await cluster.kill(behind);
});

test("reads wait one second at most for a silent replica, and later only one read at a time waits", async () => {
  cluster.pause(standby);
  try {
    const { rows } = await inspect(db.read);
    const expected = { isReplica: false, rows };
    const start = performance.now();
    const reads = Array.from({ length: 20 }, () => onReplica(inspect));
    expect(await Promise.all(reads)).toEqual(reads.map(() => expected));
    expect(performance.now() - start).toBeLessThan(5_000);
    expect(errors).toEqual(reads.map(() => tooLate));
    time = backoff;
    const done: string[] = [];
    const first = onReplica(inspect).then(() => done.push("the first"));
    await onReplica(inspect).then(() => done.push("the second"));
    await first;
    expect(done).toEqual(["the second", "the first"]);
  } finally {
    cluster.resume(standby);
  }
  time = 2 * backoff;
  expect((await onReplica(inspect)).isReplica).toBe(true);
});

test("an archive whose address leads to a standby reads and writes nothing", async () => {
  const misled = openDatabase({ databaseUrl: standby.url, dataFolder: "" });
  for (const pool of [misled.read, misled.write]) {
    const error = await inspect(pool).catch((reason: unknown) => reason);
    expect(String(error)).toContain("is a standby");
    expect(isUnavailable(error)).toBe(true);
  }
  await misled.close();
});

test("reads go on while writes wait for a synchronous standby", async () => {
  await onServer(
    primary.url,
    "alter system set synchronous_standby_names = 'nobody'",
    "select pg_reload_conf()",
  );
  const { rows } = await inspect(db.read);
  const writes: Promise<unknown>[] = [];
  // PostgreSQL reads the new setting a little later.
  for (let isWaiting = false; !isWaiting;) {
    const write = add();
    writes.push(write);
    isWaiting = await Promise.race([write.then(() => false), sleep(300, true)]);
  }
  writes.push(...Array.from({ length: 20 }, add));
  const before = await inspect(db.read);
  // Twenty writes are more than all connections.
  expect(before).toEqual(await inspect(db.read));
  const use = db.poolUse();
  // One connection stays free for logins.
  expect(use.write?.busy).toBe(3);
  expect(use.write?.waiting).toBeGreaterThan(0);
  expect(use.read).toMatchObject({ busy: 0, waiting: 0 });
  await onServer(primary.url, "alter system reset synchronous_standby_names", "select pg_reload_conf()");
  // On a slow machine, some writes wait too long for a connection, and fail.
  const settled = await Promise.allSettled(writes);
  const added = settled.filter(({ status }) => status === "fulfilled").length;
  expect((await inspect(db.read)).rows).toBe(rows + added);
});

test("a replica that was promoted or killed gets no reads", async () => {
  cluster.run("pg_ctl", "promote", "-D", standby.data, "-w");
  await sql`insert into counted values (2)`.execute(direct);
  const { rows } = await inspect(db.read);
  expect(await onReplica(inspect)).toEqual({ isReplica: false, rows });
  await cluster.kill(standby);
  time = backoff;
  expect(await onReplica(inspect)).toEqual({ isReplica: false, rows });
  expect(errors).toHaveLength(2);
});
