import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { FollowLog, Freshness, Moment } from "./freshness.ts";

/**
 * SQLite tells in microseconds whether any connection, in whatever process, has committed something
 * (https://sqlite.org/pragma.html#pragma_data_version); only then the changes are read. So it is exact with any number
 * of processes, and no writer waits.
 * @param path the database file
 */
export function createSqliteFreshness(path: string): Freshness {
  let connection: DatabaseSync | undefined;
  let version: StatementSync;
  let changes: StatementSync;
  let seen: unknown;
  let moment: Moment | undefined;

  function read(): Moment {
    // The version first: what is committed in between is read twice, and never missed.
    const [now] = version.get() as unknown as unknown[];
    if (moment && now === seen) return moment;
    const next = new Map(changes.all() as unknown as [string, number][]);
    if (!moment || !isSame(moment.changes, next)) moment = { changes: next };
    seen = now;
    return moment;
  }

  return {
    look() {
      if (!connection) return undefined;
      try {
        return read();
      } catch {
        // A busy or broken file is for the request's own queries to tell.
        moment = undefined;
        return undefined;
      }
    },
    async follow(_log: FollowLog) {
      connection = new DatabaseSync(path, { readOnly: true });
      version = arrays(connection.prepare("pragma data_version"));
      changes = arrays(connection.prepare("select topic, n from generation"));
    },
    async close() {
      connection?.close();
      connection = undefined;
    },
  };
}

/** Rows as arrays take half the time. */
function arrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([topic, n]) => other.get(topic) === n);
}
