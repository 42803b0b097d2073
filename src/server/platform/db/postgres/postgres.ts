import { Kysely } from "kysely";
import pg from "pg";
import { createPostgresFreshness } from "./postgres-freshness.ts";
import { endWhenSilent } from "./postgres-silence.ts";
import { prepareStatements } from "./postgres-statements.ts";
import type { Database, Schema } from "../schema/schema.ts";
import { SettlingDialect } from "./settling-dialect.ts";

const INT8 = 20;
/** A query slower than this is a fault, and must not hold a connection. In ms. */
const STATEMENT_TIMEOUT = 15_000;
/** Beyond that, for the way there and back. In ms. */
const WAY = 5_000;
const CONNECT_TIMEOUT = 5_000;
/** In seconds. */
const CONNECTION_LIFE = 3_600;
/** Of a process that has the machine for itself. */
const CONNECTIONS = 10;

/**
 * Opens an archive on a PostgreSQL server.
 * @param connectionString `postgres://user:password@host/database`
 * @param onError told of a lost connection that no query tells of; the pool replaces it
 * @param connections how many at most, beside one that hears of changes
 * @param patience how long an answer is awaited, in ms
 */
export function openPostgres(
  connectionString: string,
  onError: (error: Error) => void,
  connections = CONNECTIONS,
  patience = STATEMENT_TIMEOUT + WAY,
): Database {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    // Tells of a machine that is gone without a word.
    keepAlive: true,
    // What it keeps prepared is forgotten with it.
    maxLifetimeSeconds: CONNECTION_LIFE,
    // Counts and epoch milliseconds stay below 2^53.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  pool.on("error", onError);
  // Of one that is in use: the query that it ends tells of it. Unheard, it would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("connect", (client) => endWhenSilent(client, patience, onError));
  pool.on("connect", prepareStatements);
  const freshness = createPostgresFreshness(connectionString);
  const db = new Kysely<Schema>({ dialect: new SettlingDialect({ pool }, freshness.settle) });
  const close = async () => {
    await db.destroy();
    await freshness.close();
  };
  return { engine: "postgres", read: db, write: db, freshness, close };
}
