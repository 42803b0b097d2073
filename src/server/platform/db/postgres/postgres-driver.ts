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
import { currentPriority, currentRequester } from "../../request-scope.ts";
import { changesPublicData } from "../changes/private-tables.ts";
import type { OnBusy, OnQuery } from "../on-query.ts";
import { type ConnectionPermits, refusal } from "./connection-permits.ts";
import { withTimeout } from "./query-timeout.ts";

/** How long a statement of a request waits for a lock, in ms. A job waits for any time. */
export const LOCK_TIMEOUT = 2_500;
/** PostgreSQL's code for a lock that was not free in time. */
const LOCKED = "55P03";

export interface PostgresDriverOptions {
  pool: pg.Pool;
  /** Takes a connection of the pool. */
  connect: () => Promise<pg.PoolClient>;
  /** People take turns for the connections; without permits, a pool is for exports and charts. */
  permits?: ConnectionPermits | undefined;
  /** Whether the database doesn't answer. Requests are then refused at once. */
  isUnresponsive: () => boolean;
  /** How long a connection waits for a result before it is closed, in ms; Infinity for no limit. */
  queryTimeout: number;
  /** Receives the reason when a connection ends. */
  onError: (error: Error) => void;
  /** Whether prepared statements last as long as their connection: not behind a pooler. True by default. */
  canPrepare?: boolean;
  /** Resolves when every process knows the commits from before the call. */
  awaitPeers: () => Promise<void>;
  /** Called when a request is refused because it would wait for too long. */
  onBusy: OnBusy;
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

  /** @throws DomainError unavailable if the requester would wait for too long; the errors of `connect` */
  async acquireConnection(): Promise<PostgresConnection> {
    const { permits, isUnresponsive, onBusy } = this.#options;
    const owner = currentRequester();
    if (owner !== undefined && isUnresponsive()) throw refusal();
    const taken = permits?.take({ owner, priority: currentPriority() });
    const leave = await taken?.catch((error: unknown) => {
      if (!isUnresponsive()) onBusy("connections");
      throw error;
    });
    try {
      const connection = await this.#open();
      connection.leave = leave;
      // A pooler in front of the replica shares its sessions, so their settings must not change.
      if (permits) await connection.limitLocks(owner === undefined ? 0 : LOCK_TIMEOUT);
      return connection;
    } catch (error) {
      leave?.();
      throw error;
    }
  }

  async #open(): Promise<PostgresConnection> {
    const client = await this.#options.connect();
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
  /** Gives the permit of the current use back. */
  leave: (() => void) | undefined;
  readonly run: RunStatement;
  #client: pg.PoolClient;
  #onBusy: OnBusy;
  #hasChangedPublicData = false;
  /** How long a statement waits for a lock, in ms; 0 for any time. */
  #lockTimeout = 0;

  constructor(client: pg.PoolClient, uses: StatementUses, options: PostgresDriverOptions) {
    const { queryTimeout, onError, onBusy } = options;
    this.#client = client;
    this.#onBusy = onBusy;
    this.run = preparing(
      uses,
      (text, values, name) =>
        withTimeout(client, client.query({ text, values, ...(name ? { name } : {}) }), queryTimeout, onError),
      () => this.isInTransaction,
    );
  }

  /**
   * Limits how long the statements of the next use wait for a lock. After an error, the connection is closed.
   * @param timeout in ms; 0 for no limit
   */
  async limitLocks(timeout: number): Promise<void> {
    if (timeout === this.#lockTimeout) return;
    try {
      await this.run(`set lock_timeout = ${timeout}`, []);
      this.#lockTimeout = timeout;
    } catch (error) {
      this.#client.release(true);
      throw error;
    }
  }

  /** @throws DomainError unavailable if a lock was not free in time; the other errors of PostgreSQL */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (changesPublicData(sql)) this.#hasChangedPublicData = true;
    try {
      const { command, rowCount, rows } = await this.run(sql, [...parameters]);
      const counted = COUNTS_ROWS.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {};
      return { rows: rows as R[], ...counted };
    } catch (error) {
      // Without our limit, the lock of the statement itself failed, such as that of a migration, which tries again.
      if (this.#lockTimeout > 0 && (error as { code?: string }).code === LOCKED) {
        this.#onBusy("lock");
        throw refusal();
      }
      // The stack of `pg` ends at its socket, so the caller's stack is added.
      if (error instanceof Error) error.stack += `\n${new Error().stack?.replace(/^.*\n/, "")}`;
      throw error;
    }
  }

  /**
   * Returns the connection to the pool, and its permit to the next requester.
   * @returns whether it wrote data that visitors may see
   */
  release(): boolean {
    const { leave } = this;
    const hasChanged = this.#hasChangedPublicData;
    this.#hasChangedPublicData = false;
    this.leave = undefined;
    this.#client.release(this.isBroken);
    leave?.();
    return hasChanged;
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("We read no streams from PostgreSQL.");
  }
}
