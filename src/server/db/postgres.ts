import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database, Schema } from "./schema.ts";

const INT8 = 20;
/** A query slower than this is a fault, and must not hold a connection. In ms. */
const STATEMENT_TIMEOUT = 15_000;
const CONNECT_TIMEOUT = 5_000;

/**
 * Opens an archive on a PostgreSQL server.
 * @param connectionString `postgres://user:password@host/database`
 * @param onError told of a lost idle connection; the pool replaces it
 */
export function openPostgres(connectionString: string, onError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    // Counts and epoch milliseconds stay below 2^53.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  pool.on("error", onError);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { engine: "postgres", read: db, write: db, close: () => db.destroy() };
}
