import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { BACKUP_LEASE, type Database, type Query } from "../../platform/index.ts";

/** The number of rows and the digest of a table's content. */
export interface TableDigest {
  rows: number;
  /** See `digestTable`. */
  hash: string;
}

/** The bytes of a file. */
export interface FileEntry {
  sha256: string;
  /** The size in bytes. */
  bytes: number;
}

/** The settings of one installation, which a restored archive doesn't have: the lease and the series of its backups. */
export const OWN_SETTINGS = [BACKUP_LEASE, "backupSeries"];
/** How many rows of PostgreSQL are in memory at once. */
const FETCH = 1_000;
/** Sums of digests have 256 bits. */
const LIMIT = 2n ** 256n;

type Engine = Database["engine"];
type Row = Record<string, unknown>;

/**
 * The tables with data of their own: without indexes for the search, which SQLite derives from other tables,
 * and without unlogged tables of PostgreSQL, which are about running processes.
 */
export async function listTables(db: Query, engine: Engine): Promise<string[]> {
  const tables =
    engine === "postgres"
      ? sql<{ name: string }>`select relname as name from pg_class
          where relkind = 'r' and relpersistence = 'p' and relnamespace = (select oid from pg_namespace where nspname = current_schema())`
      : sql<{ name: string }>`select name from pragma_table_list
          where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'`;
  const { rows } = await tables.execute(db);
  return rows.map(({ name }) => name).sort();
}

/** The digests of all tables, by name. @param db a transaction or a database that nobody else writes */
export async function digestTables(db: Query, engine: Engine): Promise<Record<string, TableDigest>> {
  const digests: Record<string, TableDigest> = {};
  for (const name of await listTables(db, engine)) digests[name] = await digestTable(db, engine, name);
  return digests;
}

/**
 * The digest of a table: the sum of the SHA-256s of its rows, modulo 2^256, in hex. So it depends on no
 * order, and it is the same on both engines for equal values. It leaves out `OWN_SETTINGS`.
 */
export async function digestTable(db: Query, engine: Engine, name: string): Promise<TableDigest> {
  let rows = 0;
  let sum = 0n;
  for await (const row of rowsOf(db, engine, name)) {
    rows += 1;
    sum = (sum + BigInt(`0x${hash("sha256", canonical(row))}`)) % LIMIT;
  }
  return { rows, hash: sum.toString(16).padStart(64, "0") };
}

function rowsOf(db: Query, engine: Engine, name: string): AsyncIterable<Row> {
  return engine === "postgres" ? fetched(db, name) : streamed(db as unknown as Kysely<AnyTable>, name);
}

type AnyTable = Record<string, Row>;

async function* streamed(db: Kysely<AnyTable>, name: string): AsyncIterable<Row> {
  yield* db
    .selectFrom(name)
    .selectAll()
    .$if(name === "setting", (rows) => rows.where("name", "not in", OWN_SETTINGS))
    .stream();
}

/** A cursor keeps a large table out of memory. */
async function* fetched(db: Query, name: string): AsyncIterable<Row> {
  // A prepared FETCH is only valid for one form of rows, so each table has a cursor of its own.
  const cursor = sql.id(`rows of ${name}`);
  const where =
    name === "setting"
      ? sql`where name not in (${sql.join(OWN_SETTINGS.map((own) => sql.lit(own)))})`
      : sql``;
  await sql`declare ${cursor} no scroll cursor for select * from ${sql.table(name)} ${where}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(FETCH)} from ${cursor}`.execute(db);
    yield* rows;
    if (rows.length < FETCH) break;
  }
  await sql`close ${cursor}`.execute(db);
}

/** A row as a text that doesn't depend on the engine: its values in the order of the names of its columns. */
function canonical(row: Row): string {
  const names = Object.keys(row).sort();
  return JSON.stringify(names.map((name) => [name, plain(row[name])]));
}

/** SQLite has no booleans. */
function plain(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString("hex") };
  return value;
}

/** The bytes that the rows of a database need. */
export async function listFiles(db: Query): Promise<FileEntry[]> {
  const rows = await db
    .selectFrom("file")
    .select((eb) => ["sha256", eb.fn.max("size").as("bytes")])
    .groupBy("sha256")
    .orderBy("sha256")
    .execute();
  return rows.map(({ sha256, bytes }) => ({ sha256, bytes: Number(bytes) }));
}

/** The names of the migrations that have run, in order. */
export async function listMigrations(db: Query): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Whether a database of SQLite has views, generated columns or virtual tables that no migration of ours makes. A hostile one can
 * compute values of any size when it is read.
 */
export async function hasForeignParts({ read, engine }: Database): Promise<boolean> {
  if (engine === "postgres") return false;
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'view'
    union all select name from sqlite_schema where sql like 'create virtual table%' and not (sql like '%using fts5%')
    union all select c.name from sqlite_schema t, pragma_table_xinfo(t.name) c
      where t.type = 'table' and t.sql not like 'create virtual%' and c.hidden in (2, 3)
    limit 1`.execute(read);
  return rows.length > 0;
}

/** Whether a database has no tables of its own. */
export async function isEmptyDatabase(db: Query): Promise<boolean> {
  return (await listTables(db, "postgres")).length === 0;
}

/**
 * Runs work in a transaction that sees one state of the database, and that other connections can share. It
 * waits for pg_dump longer than the server may allow a transaction (PostgreSQL 15 and 16 have only one limit).
 */
export async function inSnapshot<T>(
  db: Database,
  work: (trx: Query, snapshot: string) => Promise<T>,
): Promise<T> {
  return db.withoutTimeout((patient) =>
    patient
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        await sql`select set_config(name, '0', true) from pg_settings
          where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(trx);
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
        return work(trx, rows[0]?.id ?? "");
      }),
  );
}
