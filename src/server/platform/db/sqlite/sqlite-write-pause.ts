import { DatabaseSync, type StatementSync } from "node:sqlite";
import { DomainError } from "../../../../shared/problems/errors.ts";
import { currentPause, WRITE_PAUSE, type WritePause } from "../write-pause.ts";

/** When a refused client may try again, in seconds. */
const RETRY_AFTER = 60;
/** How long a change of the pause waits for a writer, in ms. */
const BUSY_TIMEOUT = 5_000;

/** @returns a function that reads the pause that applies now; it takes a few microseconds */
export function createWritePauseReader(connection: DatabaseSync): () => WritePause | undefined {
  const read = createStatement(connection, "select value from setting where name = ?");
  return () => {
    const row = read((statement) => statement.get(WRITE_PAUSE)) as { value: string } | undefined;
    return currentPause(row?.value, Date.now());
  };
}

/**
 * Guards the writes of a connection. The first write after a pause has expired deletes its row for good. Otherwise a clock
 * that jumps ahead and back would make the pause valid again, and the move would not know of the write.
 * @returns a function that runs in the transaction of each write, and throws DomainError read_only if no process may
 * write now
 */
export function createWriteGuard(connection: DatabaseSync): () => void {
  const read = createStatement(connection, "select value from setting where name = ?");
  const remove = createStatement(connection, "delete from setting where name = ?");
  return () => {
    const row = read((statement) => statement.get(WRITE_PAUSE)) as { value: string } | undefined;
    if (!row) return;
    const pause = currentPause(row.value, Date.now());
    if (!pause) remove((statement) => statement.run(WRITE_PAUSE));
    else if (pause.phase !== "draining") throw new DomainError("read_only", { retryAfter: RETRY_AFTER });
  };
}

/** @returns a function that uses a prepared statement; it returns undefined if there are no tables yet */
function createStatement(connection: DatabaseSync, sql: string) {
  let statement: StatementSync | undefined;
  return <T>(use: (statement: StatementSync) => T): T | undefined => {
    try {
      statement ??= connection.prepare(sql);
      return use(statement);
    } catch (error) {
      // The first migration creates the table.
      if (error instanceof Error && /no such table/.test(error.message)) return undefined;
      throw error;
    }
  };
}

export type WritePauseLease = ReturnType<typeof openWritePause>;

/**
 * Sets and ends the pause of an archive. Its own connection is the only one that writes during a pause, and it
 * writes only the row of the pause.
 * @param path an existing database file
 * @param length how long the pause lasts without renewal, in ms
 */
export function openWritePause(path: string, length: number) {
  const connection = new DatabaseSync(path);
  connection.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}; pragma synchronous = FULL`);
  const read = createWritePauseReader(connection);
  const set = connection.prepare(
    "insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value",
  );
  const remove = connection.prepare("delete from setting where name = ?");

  /** The lock of the writer: every write from before the pause has ended, and every later one sees the pause. */
  function locked<T>(work: () => T): T {
    connection.exec("begin immediate");
    try {
      const result = work();
      connection.exec("commit");
      return result;
    } catch (error) {
      if (connection.isTransaction) connection.exec("rollback");
      throw error;
    }
  }
  function write(id: string, phase: WritePause["phase"]): void {
    const pause: WritePause = { id, phase, until: Date.now() + length };
    set.run(WRITE_PAUSE, JSON.stringify(pause));
  }

  return {
    read,

    /** Starts a pause. @returns false if the pause of another move applies */
    begin: (id: string): boolean =>
      locked(() => {
        const other = read();
        if (other !== undefined && other.id !== id) return false;
        write(id, "draining");
        return true;
      }),

    /**
     * Renews a pause, and may change its phase.
     * @returns false if the pause has expired or was cancelled, so that writes may have happened
     */
    renew: (id: string, phase: WritePause["phase"]): boolean =>
      locked(() => {
        if (read()?.id !== id) return false;
        write(id, phase);
        return true;
      }),

    /** Ends the pause. @returns whether there was one, even if it had expired */
    end: (): boolean => locked(() => remove.run(WRITE_PAUSE).changes > 0),

    close: () => connection.close(),
  };
}
