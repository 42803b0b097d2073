import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import pg from "pg";
import { PostgresDriver } from "./postgres-driver.ts";
import { createPostgresChangeFeed } from "./postgres-change-feed.ts";
import { type OnQuery, queryLogger } from "../on-query.ts";
import type { Database, Schema } from "../schema/schema.ts";
import { transactionsOn } from "../transaction.ts";

const INT8 = 20;
/** The time limit for a query, in ms. A slower query is an error, and must not block a connection. */
const STATEMENT_TIMEOUT = 15_000;
/** The extra time that a result may need to arrive, in ms. */
const TRAVEL = 5_000;
const CONNECT_TIMEOUT = 5_000;
/** The lifetime of a connection and its prepared statements, in seconds. */
const CONNECTION_LIFE = 3_600;
/** The number of connections for a process that runs alone on its machine. */
const CONNECTIONS = 10;

export interface PostgresOptions {
  /** The limit, in addition to the connection for notifications. */
  connections?: number | undefined;
  /** How long to wait for a result, in ms. */
  queryTimeout?: number;
  /** Called after each statement. */
  onQuery?: OnQuery | undefined;
}

/**
 * Opens an archive on a PostgreSQL server.
 * @param connectionString `postgres://user:password@host/database`
 * @param onError receives the error of a lost idle connection; the pool replaces it
 */
export function openPostgres(
  connectionString: string,
  onError: (error: Error) => void,
  { connections = CONNECTIONS, queryTimeout = STATEMENT_TIMEOUT + TRAVEL, onQuery }: PostgresOptions = {},
): Database {
  const changeFeed = createPostgresChangeFeed(connectionString);

  function connect(config: pg.PoolConfig, timeout: number): { db: Kysely<Schema>; pool: pg.Pool } {
    const pool = new pg.Pool({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      // Detects a machine that disappeared without closing its connections.
      keepAlive: true,
      maxLifetimeSeconds: CONNECTION_LIFE,
      // Counts and epoch milliseconds stay below 2^53, so they can be numbers.
      types: {
        getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
      },
      ...config,
    });
    pool.on("error", onError);
    // Does nothing, because a connection in use also reports this error through its query. But an error event
    // without a listener would end the process.
    pool.on("connect", (client) => client.on("error", () => {}));
    const driver = new PostgresDriver({
      pool,
      queryTimeout: timeout,
      onError,
      awaitPeers: changeFeed.awaitPeers,
      onQuery,
    });
    const dialect = {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    };
    return { db: new Kysely<Schema>({ dialect, ...(onQuery && { log: queryLogger(onQuery) }) }), pool };
  }

  const { db, pool } = connect({ max: connections, statement_timeout: STATEMENT_TIMEOUT }, queryTimeout);
  return {
    engine: "postgres",
    read: db,
    write: db,
    transaction: transactionsOn(db),
    changeFeed,
    poolUse: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    writePause: () => undefined,
    async withoutTimeout(work) {
      const { db: patient } = connect({ max: 1 }, Infinity);
      try {
        await sql`set statement_timeout = 0`.execute(patient);
        return await work(patient);
      } finally {
        await patient.destroy();
      }
    },
    async close() {
      await db.destroy();
      await changeFeed.close();
    },
  };
}
