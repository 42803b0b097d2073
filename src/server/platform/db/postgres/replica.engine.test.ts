import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  onServer,
  openCluster,
  type PostgresServer,
} from "../../../../../tests/support/platform/postgres-cluster.ts";
import { isUnavailable, openDatabase } from "../open.ts";
import type { Database, Query, Schema } from "../schema/schema.ts";
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
  const copy = join(cluster.folder, "standby");
  const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
  cluster.run("pg_basebackup", ...from, "-D", copy, "-R", "-c", "fast");
  standby = await cluster.start(copy);
  db = openDatabase({ databaseUrl: primary.url, replicaUrl: standby.url, dataFolder: "" });
  const dialect = new PostgresDialect({
    pool: new pg.Pool({ connectionString: standby.url }).on("error", () => {}),
  });
  direct = new Kysely<Schema>({ dialect });
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
async function look(read: Query): Promise<{ isReplica: boolean; rows: number }> {
  const { rows } = await sql<{ isReplica: boolean; rows: number }>`
    select pg_is_in_recovery() as "isReplica", (select count(*)::integer from counted) as rows`.execute(read);
  return rows[0] as { isReplica: boolean; rows: number };
}
const add = () => sql`insert into counted values (1)`.execute(db.write);
const rest = 5_000;

test("a read on the replica sees every write that was acknowledged before it", async () => {
  for (let round = 0; round < 50; round += 1) {
    const before = (await look(db.read)).rows;
    await add();
    expect(await db.onReplica(look)).toEqual({ isReplica: true, rows: before + 1 });
  }
});

test("a replica that is behind gets no reads until it has caught up", async () => {
  await onServer(standby.url, "select pg_wal_replay_pause()");
  await add();
  const { rows } = await look(db.read);
  expect(await onReplica(look)).toEqual({ isReplica: false, rows });
  expect(errors).toEqual(["The replica is more than 1000 ms behind."]);
  await onServer(standby.url, "select pg_wal_replay_resume()");
  time = rest - 1;
  expect((await onReplica(look)).isReplica).toBe(false);
  time = rest;
  expect(await onReplica(look)).toEqual({ isReplica: true, rows });
});

test("a read that fails on the replica runs again on the primary", async () => {
  const failing = async (read: Query) => {
    const seen = await look(read);
    if (seen.isReplica) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(read);
    return seen;
  };
  expect((await onReplica(failing)).isReplica).toBe(false);
  expect(errors).toEqual(["terminating connection due to administrator command"]);
});

test("a read that is too slow for the replica does not run on the primary", async () => {
  const ran: boolean[] = [];
  const slow = async (read: Query) => {
    ran.push((await look(read)).isReplica);
    await read.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 1`.execute(trx);
      await sql`select pg_sleep(60)`.execute(trx);
    });
  };
  await expect(onReplica(slow)).rejects.toThrow("statement timeout");
  expect(ran).toEqual([true]);
});

test("an archive whose address leads to a standby reads and writes nothing", async () => {
  const misled = openDatabase({ databaseUrl: standby.url, dataFolder: "" });
  for (const run of [look(misled.read), look(misled.write)]) {
    const error = await run.catch((reason: unknown) => reason);
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
  const writes = Array.from({ length: 20 }, add);
  const before = await look(db.read);
  // Twenty writes are more than all connections.
  expect(before).toEqual(await look(db.read));
  await onServer(primary.url, "alter system reset synchronous_standby_names", "select pg_reload_conf()");
  // On a slow machine, some writes wait too long for a connection, and fail.
  const settled = await Promise.allSettled(writes);
  const added = settled.filter(({ status }) => status === "fulfilled").length;
  expect((await look(db.read)).rows).toBe(before.rows + added);
});

test("a replica that was promoted or killed gets no reads", async () => {
  cluster.run("pg_ctl", "promote", "-D", standby.data, "-w");
  await sql`insert into counted values (2)`.execute(direct);
  const { rows } = await look(db.read);
  expect(await onReplica(look)).toEqual({ isReplica: false, rows });
  await cluster.kill(standby);
  time = rest;
  expect(await onReplica(look)).toEqual({ isReplica: false, rows });
  expect(errors).toHaveLength(2);
});
