import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import type { Database, Schema } from "../schema/schema.ts";
import { createSqliteFreshness } from "./sqlite-freshness.ts";

/** Statements kept ready per connection; the queries of the product are fewer than this. */
const STATEMENT_CACHE = 500;
/** How long a writer of another process is waited for, in ms. */
const BUSY_TIMEOUT = 5_000;
/** How long SQLite itself waits for one, in ms: the event loop stands still meanwhile. */
const STANDSTILL = 2;
/** Between two tries of a writer, in ms; each waits another time, so that none is always behind the same. */
const PAUSE = 15;
const BUSY = 5;
/** Pages of the file that the reader keeps, in KiB: the upper ones of every index of a million items. */
const READ_CACHE = 16_000;

/**
 * Opens an archive in one file: one writer behind Kysely's mutex and one reader beside it, because a connection
 * reads its own uncommitted writes.
 * @param path the database file; its folder exists
 */
export function openSqlite(path: string): Database {
  const write = connect(path, "");
  const read = connect(path, `PRAGMA query_only = ON; PRAGMA cache_size = -${READ_CACHE};`);
  const freshness = createSqliteFreshness(path);
  return {
    engine: "sqlite",
    read: read.db,
    write: write.db,
    freshness,
    // Kysely's own `destroy` leaves a connection open that was never queried.
    close: async () => {
      await freshness.close();
      read.connection.close();
      write.connection.close();
    },
  };
}

function connect(path: string, pragmas: string): { connection: DatabaseSync; db: Kysely<Schema> } {
  const connection = new DatabaseSync(path);
  connection.exec(
    `PRAGMA busy_timeout = ${BUSY_TIMEOUT}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
     PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${STANDSTILL}; ${pragmas}`,
  );
  // SQLite's own knows ASCII only; PostgreSQL and JavaScript agree on all letters.
  connection.function("lower", { deterministic: true }, (text) =>
    typeof text === "string" ? text.toLowerCase() : text,
  );
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect({ database: adapt(connection) }) });
  return { connection, db };
}

class NodeSqliteDialect extends SqliteDialect {
  #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new ImmediateDriver(this.#config);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

class ImmediateDriver extends SqliteDriver {
  #patient = new WeakSet<DatabaseConnection>();

  override async acquireConnection() {
    const connection = await super.acquireConnection();
    if (!this.#patient.has(connection)) bePatient(connection);
    this.#patient.add(connection);
    return connection;
  }

  /** A plain BEGIN that reads and then writes fails with SQLITE_BUSY under two writers. */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** Where a disk is full SQLite has rolled back by itself; that nothing is left to do must not hide that reason. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
    });
  }
}

/**
 * Has statements wait for another process's writer with the event loop free: its transaction may last a while. Only the
 * first statement of a transaction, or one by itself, ever finds another writer.
 */
function bePatient(connection: DatabaseConnection): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async (...query) => {
    const end = performance.now() + BUSY_TIMEOUT;
    for (;;) {
      try {
        return await execute(...query);
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw error;
        await sleep(1 + Math.random() * PAUSE);
      }
    }
  };
}

const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY;

/** SQLite does roll back schema changes; with BEGIN IMMEDIATE that makes a migration its own lock. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** `node:sqlite` in the shape that Kysely expects of better-sqlite3. */
function adapt(connection: DatabaseSync): SqliteDatabase {
  const ready = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      let statement = ready.get(sql);
      if (!statement) {
        if (ready.size >= STATEMENT_CACHE) ready.clear();
        statement = adaptStatement(connection.prepare(sql));
        ready.set(sql, statement);
      }
      return statement;
    },
  };
}

type Value = string | number | bigint | null | Uint8Array;

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as Value[])),
    run: (parameters) => statement.run(...(parameters as Value[])),
    iterate: (parameters) => statement.iterate(...(parameters as Value[])),
  };
}
