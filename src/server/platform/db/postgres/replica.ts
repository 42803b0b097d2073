import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema/schema.ts";

/** How long a read waits for the replica to catch up, in ms. PostgreSQL 15 has no way to wait for a position. */
const CATCH_UP = 1_000;
const PAUSE = 20;
/** After a failure, the replica gets no reads for this time, in ms, so that not every read waits for it. */
const REST = 5_000;
/** PostgreSQL's error for a statement that took too long: it takes as long on the primary. */
const TOO_SLOW = "57014";

export interface ReplicaOptions {
  primary: Kysely<Schema>;
  replica: Kysely<Schema>;
  /** Receives the reason when a read moves to the primary. */
  onError: (error: Error) => void;
  /** A monotonic clock, in ms. */
  now?: () => number;
}

/**
 * @returns a function that runs reads on the replica, if it has everything that was committed before the call. If it is
 * behind, not reachable, or fails, the reads run on the primary.
 */
export function readsOnReplica({ primary, replica, onError, now = () => performance.now() }: ReplicaOptions) {
  let restsUntil = 0;

  /** @throws the database's error; an error if the replica is too far behind */
  async function catchUp(): Promise<void> {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(
      primary,
    );
    const end = performance.now() + CATCH_UP;
    while (!(await hasReplayed(rows[0]?.lsn ?? ""))) {
      if (performance.now() > end) throw new Error(`The replica is more than ${CATCH_UP} ms behind.`);
      await sleep(PAUSE);
    }
  }

  /** A primary has no replayed position. So after a promotion, this server is not taken for a replica. */
  async function hasReplayed(lsn: string): Promise<boolean> {
    const { rows } = await sql<{ replayed: boolean | null }>`select pg_is_in_recovery()
      and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as replayed`.execute(replica);
    return rows[0]?.replayed ?? false;
  }

  return async <T>(read: (db: Kysely<Schema>) => Promise<T>): Promise<T> => {
    if (now() < restsUntil) return read(primary);
    try {
      await catchUp();
      return await read(replica);
    } catch (error) {
      if ((error as { code?: string }).code === TOO_SLOW) throw error;
      restsUntil = now() + REST;
      onError(error as Error);
      return read(primary);
    }
  };
}
