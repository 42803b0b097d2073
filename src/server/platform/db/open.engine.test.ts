import { DatabaseSync } from "node:sqlite";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bothEngines, openTestArchive } from "../../../../tests/support/platform/archive.ts";
import { openPostgresWay } from "../../../../tests/support/platform/postgres-way.ts";
import { isUncertain, isUnavailable, openDatabase } from "./open.ts";
import { openPostgres } from "./postgres/postgres.ts";

/** A fake database that accepts connections and never responds. */
let silent: ReturnType<typeof createServer>;
let url: string;
const sockets: Socket[] = [];

beforeEach(async () => {
  silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  url = `postgres://somebody@127.0.0.1:${(silent.address() as { port: number }).port}/archive`;
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  silent.close();
  await once(silent, "close");
});

const failure = (pool: pg.Pool): Promise<unknown> =>
  pool.query("select 1").then(
    () => undefined,
    (error: unknown) => error,
  );

test("a database that does not answer in time is unavailable", async () => {
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 100 });
  expect(isUnavailable(await failure(pool))).toBe(true);
  await pool.end();
});

test("a database that ends connections is unavailable", async () => {
  const pool = new pg.Pool({ connectionString: url });
  const failed = failure(pool);
  await once(silent, "connection");
  sockets[0]?.end();
  expect(isUnavailable(await failed)).toBe(true);
  await pool.end();
});

test("a query to a silent database fails as unavailable, and the next one uses a new connection; a migration has no time limit", async () => {
  const patience = 3_000;
  const archive = await openTestArchive("postgres");
  const way = await openPostgresWay(archive.env.DATABASE_URL);
  const errors: Error[] = [];
  const db = openPostgres(way.url, (error) => errors.push(error), { connections: 1, queryTimeout: patience });
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.read)).rows[0]?.pid;
  try {
    const before = await pid();
    way.fallSilent();
    const error = await pid().catch((reason: unknown) => reason);
    expect(errors).toEqual([error]);
    expect([isUnavailable(error), isUncertain(error)]).toEqual([true, true]);
    expect(await pid()).not.toBe(before);
    await db.withoutTimeout((connection) =>
      sql`select pg_sleep(${(patience / 1_000) * 1.5})`.execute(connection),
    );
  } finally {
    await db.close();
    await way.close();
    await archive.close();
  }
});

test("a database that ends a connection in the middle of a transaction is unavailable", async () => {
  const archive = await openTestArchive("postgres");
  const { db } = archive;
  const failed = db.transaction(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db.read);
    await sql`select 1`.execute(trx);
  });
  const error = await failed.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(isUnavailable(error)).toBe(true);
  await archive.close();
});

test("a query after a change of its table returns the new columns, also in a transaction", async () => {
  const { db, close } = await openTestArchive("postgres");
  const columns = () => sql<object>`select * from altered where 1 = ${1}`;
  const change = async (name: string) => {
    await sql`alter table altered add column ${sql.ref(name)} text`.execute(db.write);
  };
  await sql`create table altered (first text)`.execute(db.write);
  await sql`insert into altered default values`.execute(db.write);
  await db.read.connection().execute(async (connection) => {
    const seen = async () => Object.keys((await columns().execute(connection)).rows[0] ?? {});
    // After five runs, the statement is prepared.
    for (let n = 0; n < 5; n += 1) await seen();
    expect(await seen()).toEqual(["first"]);
    await change("second");
    expect(await seen()).toEqual(["first", "second"]);
    await change("third");
    const again = await connection.transaction().execute((trx) => columns().execute(trx));
    expect(Object.keys(again.rows[0] ?? {})).toEqual(["first", "second", "third"]);
  });
  await close();
});

test("a transaction prepares a query of named columns, but not one of all columns of a table", async () => {
  const { db, close } = await openTestArchive("postgres");
  const named = sql`select "item".* from (select id, kind from resource) as "item"`;
  const all = [
    sql`select * from resource`,
    sql`select "item".* from (select resource.* from resource) as "item"`,
  ];
  await db.read.transaction().execute(async (trx) => {
    for (let n = 0; n < 5; n += 1) for (const query of [named, ...all]) await query.execute(trx);
    const prepared = sql<{ statement: string }>`select statement from pg_prepared_statements`;
    expect((await prepared.execute(trx)).rows).toEqual([{ statement: named.compile(trx).sql }]);
  });
  await close();
});

test("a pooler that drops prepared statements causes no error", async () => {
  const { db, close } = await openTestArchive("postgres");
  await db.read.connection().execute(async (connection) => {
    const one = async () => (await sql<{ one: number }>`select ${1}::int as one`.execute(connection)).rows;
    for (let n = 0; n < 5; n += 1) await one();
    await sql`deallocate all`.execute(connection);
    expect(await one()).toEqual([{ one: 1 }]);
  });
  await close();
});

test.each(bothEngines)(
  "the observer hears of the begin and the end of each transaction on %s",
  async (engine) => {
    const archive = await openTestArchive(engine);
    const seen: string[] = [];
    const db = openDatabase({
      databaseUrl: archive.env.DATABASE_URL || undefined,
      dataFolder: archive.env.PROSHNO_DATA,
      onQuery: (facts) => seen.push(`${facts.sql.split(" ")[0]}${facts.hasFailed ? " failed" : ""}`),
    });
    await db.transaction((trx) => sql`select 1`.execute(trx));
    expect(seen.splice(0)).toEqual(["begin", "select", "commit"]);
    await expect(db.transaction((trx) => sql`select nothing`.execute(trx))).rejects.toThrow("nothing");
    expect(seen).toEqual(["begin", "select failed", "rollback"]);
    await db.close();
    await archive.close();
  },
);

test("a database file that can't be opened, for example with too many open files, is unavailable", () => {
  let error: unknown;
  try {
    new DatabaseSync("/nowhere/proshno.sqlite").close();
  } catch (reason) {
    error = reason;
  }
  expect(error).toMatchObject({ errcode: 14 });
  expect(isUnavailable(error)).toBe(true);
});

test("an error in our code is not an unavailable database", () => {
  expect(isUnavailable(new TypeError("connection is undefined"))).toBe(false);
});
