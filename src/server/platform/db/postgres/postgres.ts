import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import pg, { type PoolClient } from "pg";
import { withPriority } from "../../request-scope.ts";
import { createConnectionNeed } from "./connection-need.ts";
import { type ConnectionPermits, createConnectionPermits } from "./connection-permits.ts";
import { connectionShares, type PoolShare } from "./connection-shares.ts";
import { PostgresDriver } from "./postgres-driver.ts";
import { createPostgresChangeFeed } from "./postgres-change-feed.ts";
import { type OnBusy, type OnQuery, type PoolUse, queryLogger } from "../on-query.ts";
import { readsOnReplica } from "./replica.ts";
import type { Database, Query, Schema } from "../schema/schema.ts";
import { transactionsOn } from "../transaction.ts";
import { waitingWhileFull } from "./wait-while-full.ts";
import { callbackify } from "node:util";
import { withTimeout } from "./query-timeout.ts";

/** How long a new connection waits for the answer, in ms. */
const LEADER_TIMEOUT = 5_000;
/** PostgreSQL's code for a write on a standby, with which the request gets 503 and may try again. */
const READ_ONLY = "25006";

/** @throws the database's error; an error if the server is a standby */
async function requireLeader(client: PoolClient): Promise<void> {
  const asked = client.query<{ follows: boolean }>("select pg_is_in_recovery() as follows");
  const { rows } = await withTimeout(client, asked, LEADER_TIMEOUT, () => {});
  if (rows[0]?.follows)
    throw Object.assign(new Error("The database is a standby, not the leader."), { code: READ_ONLY });
}

/**
 * Checks a new connection of a pool. A proxy that has just started may lead to a standby, where an item that was hidden a moment
 * ago may still be visible. After an error, the pool closes the connection.
 */
const refuseStandby = (client: PoolClient, done: (error?: Error) => void): void =>
  callbackify(requireLeader)(client, (error) => done(error ?? undefined));

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
/** The number of further connections, to the replica. Few people export or look at charts at the same time. */
const REPLICA_CONNECTIONS = 2;

export interface PostgresOptions {
  /** The address of a standby for exports and charts. */
  replicaUrl?: string | undefined;
  /** The limit, in addition to the connections for notifications and to the replica. */
  connections?: number | undefined;
  /** The limit if PostgreSQL accepted more; see `fairConnections`. */
  wantedConnections?: number | undefined;
  /** How long to wait for a result, in ms. */
  queryTimeout?: number;
  /** Called after each statement. */
  onQuery?: OnQuery | undefined;
  /** Called when a request is refused because it would wait for too long. */
  onBusy?: OnBusy | undefined;
}

interface Connections {
  db: Kysely<Schema>;
  pool: pg.Pool;
  permits: ConnectionPermits | undefined;
}

interface ConnectOptions {
  /** How long to wait for a result, in ms. */
  timeout: number;
  /** Whether a pooler may send each transaction to another server. */
  isPooled?: boolean;
  /** How people share the connections; undefined for connections that only jobs and commands use. */
  share?: PoolShare;
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
    wantedConnections = connections,
    queryTimeout = STATEMENT_TIMEOUT + TRAVEL,
    replicaUrl,
    onQuery,
    onBusy = () => {},
  } = options;
  const changeFeed = createPostgresChangeFeed(connectionString, () => {
    for (const { permits } of [write, read]) permits?.refuseWaiting();
  });
  const need = createConnectionNeed(wantedConnections);

  function connect(config: pg.PoolConfig, { timeout, isPooled = false, share }: ConnectOptions): Connections {
    const permits = share && createConnectionPermits(share);
    const pool = new pg.Pool({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      // While PostgreSQL accepts no more connections, requests wait for an open one.
      min: 1,
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
      connect: waitingWhileFull(pool, need.refused),
      permits,
      isUnresponsive: changeFeed.isUnresponsive,
      queryTimeout: timeout,
      onError,
      canPrepare: !isPooled,
      awaitPeers: changeFeed.awaitPeers,
      onBusy,
      onQuery,
    });
    const dialect = {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    };
    const db = new Kysely<Schema>({ dialect, ...(onQuery && { log: queryLogger(onQuery) }) });
    return { db, pool, permits };
  }

  const limits = { statement_timeout: STATEMENT_TIMEOUT };
  const shares = connectionShares(connections);
  const open = (share: PoolShare) =>
    connect({ ...limits, max: share.connections, verify: refuseStandby }, { timeout: queryTimeout, share });
  const [write, read] = [open(shares.write), open(shares.read)];
  const replica = replicaUrl
    ? connect(
        { ...limits, connectionString: replicaUrl, max: REPLICA_CONNECTIONS },
        { timeout: queryTimeout, isPooled: true },
      )
    : undefined;
  const transact = transactionsOn(write.db);
  return {
    engine: "postgres",
    read: read.db,
    write: write.db,
    onReplica: replica
      ? readsOnReplica({ primary: read.db, replica: replica.db, onError })
      : <T>(work: (primary: Query) => Promise<T>) => work(read.db),
    transaction: (work) => transact((trx) => withPriority("nested", () => work(trx))),
    changeFeed,
    isUnresponsive: changeFeed.isUnresponsive,
    connectionNeed: (processes) => need.read(read.db, processes),
    poolUse: () => ({
      write: useOf(write),
      read: useOf(read),
      ...(replica && { replica: useOf(replica) }),
    }),
    writePause: () => undefined,
    async withoutTimeout(work) {
      const { db } = connect({ max: 1, verify: refuseStandby }, { timeout: Infinity });
      try {
        await sql`set statement_timeout = 0`.execute(db);
        return await work(db);
      } finally {
        await db.destroy();
      }
    },
    async close() {
      for (const opened of [write, read, replica]) await opened?.db.destroy();
      await changeFeed.close();
    },
  };
}

const useOf = ({ pool, permits }: Connections): PoolUse => ({
  busy: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount + (permits?.waiting() ?? 0),
});
