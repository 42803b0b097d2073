import { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { Database, Schema } from "../schema/schema.ts";
import { transactionsOn } from "../transaction.ts";
import { SqliteDriver } from "./sqlite-driver.ts";
import { createSqliteChangeFeed } from "./sqlite-change-feed.ts";

/** How long SQLite itself waits for another writer while it opens the file, in ms. */
const OPEN_TIMEOUT = 5_000;
/** How long it does so afterwards, in ms: the event loop stands still meanwhile. The driver waits longer. */
const STANDSTILL = 2;
/** Pages of the file that the reader keeps, in KiB: the upper ones of every index of a million items. */
const READ_CACHE = 16_000;

/**
 * Opens an archive in one file: one writer behind Kysely's mutex and one reader beside it, because a connection
 * reads its own uncommitted writes.
 * @param path the database file; its folder exists
 */
export function openSqlite(path: string): Database {
  const write = connect(path, "");
  const read = connect(path, `PRAGMA query_only = ON; PRAGMA cache_size = -${READ_CACHE};`);
  const changeFeed = createSqliteChangeFeed(path);
  return {
    engine: "sqlite",
    read: read.db,
    write: write.db,
    transaction: transactionsOn(write.db),
    changeFeed,
    withoutTimeout: (work) => work(write.db),
    // Kysely's own `destroy` leaves a connection open that was never queried.
    close: async () => {
      await changeFeed.close();
      read.connection.close();
      write.connection.close();
    },
  };
}

function connect(path: string, pragmas: string): { connection: DatabaseSync; db: Kysely<Schema> } {
  const connection = new DatabaseSync(path);
  connection.exec(
    `PRAGMA busy_timeout = ${OPEN_TIMEOUT}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
     PRAGMA foreign_keys = ON; PRAGMA busy_timeout = ${STANDSTILL}; ${pragmas}`,
  );
  // SQLite's own knows ASCII only; PostgreSQL and JavaScript agree on all letters.
  connection.function("lower", { deterministic: true }, (text) =>
    typeof text === "string" ? text.toLowerCase() : text,
  );
  const dialect = {
    createDriver: () => new SqliteDriver(connection),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
  return { connection, db: new Kysely<Schema>({ dialect }) };
}

/** SQLite does roll back schema changes; with BEGIN IMMEDIATE that makes a migration its own lock. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}
