import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from "kysely";

/** How many prepared statements a connection keeps. Proshno has fewer queries. */
const STATEMENT_CACHE = 500;
/** How long a statement waits for another process's writer, in ms. */
const BUSY_TIMEOUT = 5_000;
/** The longest pause between two attempts, in ms. The pause is random, so that no process always loses. */
const PAUSE = 15;
/** SQLite's result code if another connection writes. */
const BUSY = 5;

/**
 * Kysely's driver for one connection of `node:sqlite`. Kysely's mutex lets one caller at a time use the
 * connection.
 */
export class SqliteDriver implements Driver {
  #connection: SqliteConnection;
  #close: () => void;

  constructor(database: DatabaseSync) {
    this.#connection = new SqliteConnection(database);
    this.#close = () => database.close();
  }

  async init() {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  /** With two writers, a plain BEGIN with a read before a write fails with SQLITE_BUSY. */
  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("commit"));
  }

  /**
   * On a full disk, SQLite has already rolled back. The caller needs the original error, not "nothing to roll
   * back".
   */
  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw("rollback")).catch((error: unknown) => {
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
    });
  }

  async releaseConnection() {}

  async destroy() {
    this.#close();
  }
}

type Value = string | number | bigint | null | Uint8Array;

interface Prepared {
  statement: StatementSync;
  hasRows: boolean;
}

class SqliteConnection implements DatabaseConnection {
  #database: DatabaseSync;
  #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return retryWhileBusy(() => {
      const { statement, hasRows } = this.#prepare(sql);
      const values = parameters as Value[];
      if (hasRows) return { rows: statement.all(...values) as R[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    });
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#prepared.get(sql);
    if (!prepared) {
      if (this.#prepared.size >= STATEMENT_CACHE) this.#prepared.clear();
      const statement = this.#database.prepare(sql);
      prepared = { statement, hasRows: statement.columns().length > 0 };
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#prepare(sql).statement.iterate(...(parameters as Value[])))
      yield { rows: [row as R] };
  }
}

/**
 * Waits for another process's writer without blocking the event loop. Only the first statement of a
 * transaction, or a statement without a transaction, can meet another writer.
 */
async function retryWhileBusy<T>(run: () => T): Promise<T> {
  const end = performance.now() + BUSY_TIMEOUT;
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
      await sleep(1 + Math.random() * PAUSE);
    }
  }
}

const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY;
