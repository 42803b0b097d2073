import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openPostgres } from "./postgres/postgres.ts";
import type { Database } from "./schema/schema.ts";
import { openSqlite } from "./sqlite/sqlite.ts";

export interface DatabaseOptions {
  /** A PostgreSQL address; SQLite in the data folder where it is absent. */
  databaseUrl?: string | undefined;
  dataFolder: string;
  onError?: (error: Error) => void;
  /** How many connections to PostgreSQL at most. Left out: as many as suit a process by itself. */
  connections?: number | undefined;
}

/** Opens the archive's database, not yet migrated. */
export function openDatabase(options: DatabaseOptions): Database {
  const { databaseUrl, dataFolder, onError = () => {}, connections } = options;
  if (databaseUrl) return openPostgres(databaseUrl, onError, connections);
  mkdirSync(dataFolder, { recursive: true });
  return openSqlite(join(dataFolder, "proshno.sqlite"));
}

const UNAVAILABLE = new Set([
  // Node's and PostgreSQL's words for "no connection", "shutting down", "disk full", "read-only", "deadlock", "too slow" and "not
  // prepared".
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
/** Of `pg`, which gives these errors no code: none of its connections is free, or one can't be made or has ended. */
const NO_CONNECTION = /^timeout exceeded when trying to connect$|^Connection terminated|is not queryable$/;
/** Of a table that a newer version has changed meanwhile: the next try reads it as it is. */
const CHANGED = /^cached plan must not change result type/;
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13]); // BUSY, LOCKED, READONLY, IOERR, FULL

/** Whether the database could not take the query now, so that the caller may try again: a 503 rather than a 500. */
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

/** Whether what failed may have been written all the same: the connection ended before PostgreSQL told. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return (code !== undefined && ENDED.has(code)) || NO_CONNECTION.test(error.message);
}
