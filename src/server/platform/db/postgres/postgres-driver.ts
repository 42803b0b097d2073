import {
  AbortedTransactionError,
  type DatabaseConnection,
  type CompiledQuery,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type pg from "pg";
import {
  countStatementUses,
  preparing,
  type RunStatement,
  type StatementUses,
} from "./prepared-statements.ts";
import { changesPublicData } from "../changes/private-tables.ts";
import type { OnQuery } from "../on-query.ts";
import { withTimeout } from "./query-timeout.ts";

export interface PostgresDriverOptions {
  pool: pg.Pool;
  /** How long a connection waits for a result before it is closed, in ms; Infinity for no limit. */
  queryTimeout: number;
  /** Receives the reason when a connection ends. */
  onError: (error: Error) => void;
  /** Whether prepared statements last as long as their connection: not behind a pooler. True by default. */
  canPrepare?: boolean;
  /** Resolves when every process knows the commits from before the call. */
  awaitPeers: () => Promise<void>;
  /** Called after each `begin`, `commit` and `rollback`, because Kysely logs only the statements between them. */
  onQuery?: OnQuery | undefined;
}

const COUNTS_ROWS = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/**
 * Kysely's driver for PostgreSQL: a pool of connections that prepare frequent queries, and close if the
 * database does not respond.
 */
export class PostgresDriver implements Driver {
  #options: PostgresDriverOptions;
  #uses: StatementUses;
  #connections = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(options: PostgresDriverOptions) {
    this.#options = options;
    this.#uses = countStatementUses(options.canPrepare);
  }

  async init() {}

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#options.pool.connect();
    let connection = this.#connections.get(client);
    if (!connection) {
      connection = new PostgresConnection(client, this.#uses, this.#options);
      this.#connections.set(client, connection);
    }
    return connection;
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings) {
    const { isolationLevel, accessMode = "" } = settings;
    const level = isolationLevel ? `isolation level ${isolationLevel}` : "";
    await this.#control(connection, `begin ${level} ${accessMode}`.trimEnd());
    connection.isInTransaction = true;
  }

  async commitTransaction(connection: PostgresConnection) {
    const { command } = await this.#control(connection, "commit");
    connection.isInTransaction = false;
    // PostgreSQL reports ROLLBACK for a COMMIT if an earlier statement failed.
    if (command === "ROLLBACK") throw new AbortedTransactionError();
  }

  async rollbackTransaction(connection: PostgresConnection) {
    try {
      await this.#control(connection, "rollback");
      connection.isInTransaction = false;
    } catch (error) {
      connection.isBroken = true;
      throw error;
    }
  }

  async #control(connection: PostgresConnection, sql: string): Promise<pg.QueryResult> {
    const start = performance.now();
    const report = (hasFailed: boolean) =>
      this.#options.onQuery?.({ sql, ms: performance.now() - start, hasFailed });
    try {
      const result = await connection.run(sql, []);
      report(false);
      return result;
    } catch (error) {
      report(true);
      throw error;
    }
  }

  /** The connection is returned to the pool before the wait for other processes. */
  async releaseConnection(connection: PostgresConnection) {
    if (connection.release()) await this.#options.awaitPeers();
  }

  async destroy() {
    await this.#options.pool.end();
  }
}

class PostgresConnection implements DatabaseConnection {
  /** Whether a transaction may still be open on the connection. */
  isBroken = false;
  isInTransaction = false;
  readonly run: RunStatement;
  #client: pg.PoolClient;
  #hasChangedPublicData = false;

  constructor(client: pg.PoolClient, uses: StatementUses, { queryTimeout, onError }: PostgresDriverOptions) {
    this.#client = client;
    this.run = preparing(
      uses,
      (text, values, name) =>
        withTimeout(client, client.query({ text, values, ...(name ? { name } : {}) }), queryTimeout, onError),
      () => this.isInTransaction,
    );
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (changesPublicData(sql)) this.#hasChangedPublicData = true;
    try {
      const { command, rowCount, rows } = await this.run(sql, [...parameters]);
      const counted = COUNTS_ROWS.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {};
      return { rows: rows as R[], ...counted };
    } catch (error) {
      // The stack of `pg` ends at its socket, so the caller's stack is added.
      if (error instanceof Error) error.stack += `\n${new Error().stack?.replace(/^.*\n/, "")}`;
      throw error;
    }
  }

  /**
   * Returns the connection to the pool.
   * @returns whether it wrote data that visitors may see
   */
  release(): boolean {
    const hasChanged = this.#hasChangedPublicData;
    this.#hasChangedPublicData = false;
    this.#client.release(this.isBroken);
    return hasChanged;
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("We read no streams from PostgreSQL.");
  }
}
