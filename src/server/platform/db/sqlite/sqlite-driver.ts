import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from "kysely";
import { yieldIfLong } from "../../event-loop.ts";

/** How many prepared statements a connection keeps. Proshno has fewer queries. */
const STATEMENT_CACHE = 500;
/** How long a statement waits for another process's writer, in ms. */
const BUSY_TIMEOUT = 5_000;
/** The longest pause between two attempts, in ms. The pause is random, so that no process always loses. */
const PAUSE = 15;
/** The statements that change no data. Every other statement counts as a write. */
const READS =
  /^\s*(?:(?:select|begin|commit|rollback|savepoint|release|pragma|explain|vacuum)\b|with\b(?!.*\b(?:insert|update|delete)\b))/is;
/** SQLite's result code if another connection writes. */
const BUSY = 5;

/**
 * Kysely's driver for one connection of `node:sqlite`. Kysely's mutex lets one caller at a time use the
 * connection.
 */
export class SqliteDriver implements Driver {
  #connection: SqliteConnection;
  #close: () => void;

  /**
   * @param mayWrite runs before each write, under the lock of the writer, and throws if no process may write
   * now; undefined for a connection that only reads
   */
  constructor(database: DatabaseSync, mayWrite?: () => void) {
    this.#connection = new SqliteConnection(database, mayWrite);
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
  #mayWrite: (() => void) | undefined;
  #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync, mayWrite: (() => void) | undefined) {
    this.#database = database;
    this.#mayWrite = mayWrite;
  }

  /**
   * A statement holds the event loop, and so does a whole transaction if its statements follow each other without a pause. So
   * each statement first lets other requests have their turn; the transaction stays open meanwhile, and other writers wait.
   */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const values = parameters as Value[];
    await yieldIfLong();
    return retryWhileBusy(() => {
      const mayWrite = this.#mayWrite;
      if (!mayWrite || READS.test(sql)) return this.#run(sql, values);
      const write = (): QueryResult<R> => {
        mayWrite();
        return this.#run(sql, values);
      };
      return this.#database.isTransaction ? write() : this.#inTransaction(write);
    });
  }

  /** A single write gets a transaction, so that no pause of writes can begin between its check and its commit. */
  #inTransaction<T>(work: () => T): T {
    this.#database.exec("begin immediate");
    try {
      const result = work();
      this.#database.exec("commit");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("rollback");
      throw error;
    }
  }

  #run<R>(sql: string, values: Value[]): QueryResult<R> {
    const { statement, hasRows } = this.#prepare(sql);
    if (hasRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
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
