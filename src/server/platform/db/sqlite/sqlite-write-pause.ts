import { DatabaseSync, type StatementSync } from "node:sqlite";
import { DomainError } from "../../../../shared/errors.ts";
import { currentPause, WRITE_PAUSE, type WritePause } from "../write-pause.ts";

/** When a refused client may try again, in seconds. */
const RETRY_AFTER = 60;
/** How long a change of the pause waits for a writer, in ms. */
const BUSY_TIMEOUT = 5_000;

/** @returns a function that reads the pause that applies now; it takes a few microseconds */
export function createWritePauseReader(connection: DatabaseSync): () => WritePause | undefined {
  let statement: StatementSync | undefined;
  return () => {
    try {
      statement ??= connection.prepare("select value from setting where name = ?");
      const row = statement.get(WRITE_PAUSE) as { value: string } | undefined;
      return currentPause(row?.value, Date.now());
    } catch (error) {
      // The first migration creates the table.
      if (error instanceof Error && /no such table/.test(error.message)) return undefined;
      throw error;
    }
  };
}

/** @throws DomainError read_only if the pause refuses writes */
export function refuseWrites(pause: WritePause | undefined): void {
  if (pause !== undefined && pause.phase !== "draining")
    throw new DomainError("read_only", { retryAfter: RETRY_AFTER });
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
