import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { OnBusy, OnQuery } from "./on-query.ts";
import { openPostgres } from "./postgres/postgres.ts";
import type { Database } from "./schema/schema.ts";
import { openSqlite } from "./sqlite/sqlite.ts";

export interface DatabaseOptions {
  /** The address of a PostgreSQL database. Without it, the archive uses SQLite in the data folder. */
  databaseUrl?: string | undefined;
  /** The address of a standby of that database, for exports and charts. */
  replicaUrl?: string | undefined;
  dataFolder: string;
  onError?: (error: Error) => void;
  /** The maximum number of connections to PostgreSQL. The default suits a single process. */
  connections?: number | undefined;
  /** The maximum if PostgreSQL accepted more connections; see `fairConnections`. */
  wantedConnections?: number | undefined;
  /** Called after each statement; by default nothing is called. */
  onQuery?: OnQuery | undefined;
  /** Called when a request is refused because it would wait for too long; only on PostgreSQL. */
  onBusy?: OnBusy | undefined;
}

/** The path of the SQLite database in a data folder. */
export const sqlitePath = (dataFolder: string): string => join(dataFolder, "proshno.sqlite");

/** Opens the archive's database, without running migrations. */
export function openDatabase(options: DatabaseOptions): Database {
  const { databaseUrl, dataFolder, onError = () => {}, onQuery, ...rest } = options;
  if (databaseUrl) return openPostgres(databaseUrl, onError, { onQuery, ...rest });
  mkdirSync(dataFolder, { recursive: true });
  return openSqlite(sqlitePath(dataFolder), onQuery);
}

const UNAVAILABLE = new Set([
  // The error codes of Node and PostgreSQL for "no connection", "shutting down", "disk full", "read-only",
  // "deadlock", "too slow" and "not prepared".
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "EHOSTUNREACH",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "53100",
  "25006",
  "40P01",
  "40001",
  "57014",
  "26000",
  "42P05",
]);
/** `pg` throws these errors without a code if no connection is free, or a connection fails or ends. */
const NO_CONNECTION = /^timeout exceeded when trying to connect$|^Connection terminated|is not queryable$/;
/** A newer version of Proshno has changed the table in the meantime. A retry reads the new table. */
const CHANGED = /^cached plan must not change result type/;
/** BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, and CANTOPEN, for example if too many files are open. */
const SQLITE_UNAVAILABLE = new Set([5, 6, 7, 8, 10, 13, 14]);

/**
 * Whether the database could not run the query now, so that a retry can help. The response is then 503, not
 * 500.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (errcode !== undefined) return SQLITE_UNAVAILABLE.has(errcode & 0xff);
  return (
    (code !== undefined && UNAVAILABLE.has(code)) ||
    NO_CONNECTION.test(error.message) ||
    CHANGED.test(error.message)
  );
}

const ENDED = new Set([
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "57P01",
  "57P02",
  "08P01",
]);

/** Whether a failed write may still have happened: the connection ended before PostgreSQL confirmed it. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return (code !== undefined && ENDED.has(code)) || NO_CONNECTION.test(error.message);
}
