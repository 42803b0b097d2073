import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import pg from "pg";
import { PostgresDriver } from "./postgres-driver.ts";
import { createPostgresChangeFeed } from "./postgres-change-feed.ts";
import { type OnQuery, queryLogger } from "../on-query.ts";
import { refuseStandby } from "./refuse-standby.ts";
import { readsOnReplica } from "./replica.ts";
import type { Database, Query, Schema } from "../schema/schema.ts";
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
/**
 * The share of the connections that only writes use. Writes can wait for long, for example if PostgreSQL has no synchronous
 * standby; then reads still have connections.
 */
const WRITE_SHARE = 0.4;
/** The number of connections to the replica. Few people export or look at charts at the same time. */
const REPLICA_CONNECTIONS = 2;

export interface PostgresOptions {
  /** The address of a standby for exports and figures. */
  replicaUrl?: string | undefined;
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
  options: PostgresOptions = {},
): Database {
  const {
    connections = CONNECTIONS,
    queryTimeout = STATEMENT_TIMEOUT + TRAVEL,
    replicaUrl,
    onQuery,
  } = options;
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

  const limited = (config: pg.PoolConfig) =>
    connect({ statement_timeout: STATEMENT_TIMEOUT, ...config }, queryTimeout);
  const writeConnections = Math.max(1, Math.round(connections * WRITE_SHARE));
  const writes = limited({ max: writeConnections, verify: refuseStandby });
  const reads = limited({ max: Math.max(1, connections - writeConnections), verify: refuseStandby });
  const replica = replicaUrl
    ? limited({ connectionString: replicaUrl, max: REPLICA_CONNECTIONS }).db
    : undefined;
  const pools = [writes.pool, reads.pool];
  const sum = (of: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + of(pool), 0);
  return {
    engine: "postgres",
    read: reads.db,
    write: writes.db,
    onReplica: replica
      ? readsOnReplica({ primary: reads.db, replica, onError })
      : <T>(read: (primary: Query) => Promise<T>) => read(reads.db),
    transaction: transactionsOn(writes.db),
    changeFeed,
    poolUse: () => ({
      busy: sum((pool) => pool.totalCount - pool.idleCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }),
    writePause: () => undefined,
    async withoutTimeout(work) {
      const { db: patient } = connect({ max: 1, verify: refuseStandby }, Infinity);
      try {
        await sql`set statement_timeout = 0`.execute(patient);
        return await work(patient);
      } finally {
        await patient.destroy();
      }
    },
    async close() {
      for (const opened of [writes.db, reads.db, replica]) await opened?.destroy();
      await changeFeed.close();
    },
  };
}
