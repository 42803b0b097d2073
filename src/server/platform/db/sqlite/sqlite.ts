import { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { type OnQuery, queryLogger } from "../on-query.ts";
import type { Database, Schema } from "../schema/schema.ts";
import { transactionsOn } from "../transaction.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import { createSqliteChangeFeed } from "./sqlite-change-feed.ts";
import { createWriteGuard, createWritePauseReader } from "./sqlite-write-pause.ts";

/** How long SQLite waits for another writer while it opens the file, in ms. */
const OPEN_TIMEOUT = 5_000;
/**
 * How long SQLite waits for another writer later, in ms. This wait blocks the event loop, so the driver
 * itself waits longer.
 */
const STANDSTILL = 2;
/** The read connection's cache, in KiB: enough for the upper pages of every index of a million items. */
const READ_CACHE = 16_000;

/**
 * Opens an archive in one file, with one write connection behind Kysely's mutex and a separate read
 * connection, because a connection sees its own uncommitted writes.
 * @param path the database file in an existing folder
 * @param onQuery called after each statement
 */
export function openSqlite(path: string, onQuery?: OnQuery): Database {
  const write = connect(path, "", { onQuery, writes: true });
  const read = connect(path, `PRAGMA query_only = ON; PRAGMA cache_size = -${READ_CACHE};`, { onQuery });
  const changeFeed = createSqliteChangeFeed(path);
  return {
    engine: "sqlite",
    read: read.db,
    write: write.db,
    onReplica: (work) => work(read.db),
    transaction: transactionsOn(write.db),
    changeFeed,
    poolUse: () => ({}),
    isUnresponsive: () => false,
    connectionNeed: async () => undefined,
    writePause: createWritePauseReader(read.connection),
    withoutTimeout: (work) => work(write.db),
    // Kysely's `destroy` does not close a connection without queries.
    close: async () => {
      await changeFeed.close();
      read.connection.close();
      write.connection.close();
    },
  };
}

function connect(
  path: string,
  pragmas: string,
  { onQuery, writes = false }: { onQuery?: OnQuery | undefined; writes?: boolean },
): { connection: DatabaseSync; db: Kysely<Schema> } {
  const connection = new DatabaseSync(path);
  connection.exec(
    `PRAGMA busy_timeout = ${OPEN_TIMEOUT}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
     PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${STANDSTILL}; ${pragmas}`,
  );
  // SQLite's built-in `lower` changes only ASCII. This function agrees with PostgreSQL and JavaScript.
  connection.function("lower", { deterministic: true }, (text) =>
    typeof text === "string" ? text.toLowerCase() : text,
  );
  const mayWrite = writes ? createWriteGuard(connection) : undefined;
  const dialect = {
    createDriver: () => new SqliteDriver(connection, mayWrite),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
  return { connection, db: new Kysely<Schema>({ dialect, ...(onQuery && { log: queryLogger(onQuery) }) }) };
}

/**
 * Tells Kysely that SQLite can roll back schema changes, so that a whole migration runs in one transaction.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}
