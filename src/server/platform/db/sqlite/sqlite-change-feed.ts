import { closeSync, openSync, readSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { FollowLog, ChangeFeed, Version } from "../changes/change-feed.ts";

/** Size of one copy of the header of SQLite's WAL index, in bytes (https://sqlite.org/walformat.html#walidxfmt). */
const HEADER = 48;

/**
 * SQLite's WAL index begins with a header that every commit changes, of any connection in any process. To look at it takes
 * about a microsecond; the changes are read when it is another. So what is told is exact, and no writer waits.
 * `PRAGMA data_version` tells the same three times as slowly.
 * @param path the database file
 */
export function createSqliteChangeFeed(path: string): ChangeFeed {
  let connection: DatabaseSync | undefined;
  let index = -1;
  let changes: StatementSync;
  const header = Buffer.alloc(HEADER);
  const seen = Buffer.alloc(HEADER);
  let version: Version | undefined;

  function read(): Version {
    // The header first: what is committed in between is read twice, and never missed.
    const length = readSync(index, header, 0, HEADER, 0);
    if (version && length === HEADER && header.equals(seen)) return version;
    header.copy(seen);
    const next = new Map(changes.all() as unknown as [string, number][]);
    if (!version || !isSame(version.changes, next)) version = { epoch: 0, changes: next };
    return version;
  }

  return {
    current() {
      if (!connection) return undefined;
      try {
        return read();
      } catch {
        // A busy or broken file is for the request's own queries to tell.
        version = undefined;
        return undefined;
      }
    },
    async follow(_log: FollowLog) {
      connection = new DatabaseSync(path, { readOnly: true });
      changes = connection.prepare("select topic, n from generation");
      changes.setReturnArrays(true);
      // The first query makes sure of the index; as long as the connection is open, nobody takes it away.
      changes.all();
      index = openSync(`${path}-shm`, "r");
    },
    async close() {
      if (index !== -1) closeSync(index);
      index = -1;
      connection?.close();
      connection = undefined;
    },
  };
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([topic, n]) => other.get(topic) === n);
}
