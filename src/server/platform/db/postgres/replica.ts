import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema/schema.ts";

/** How long a read waits for the replica to answer and to catch up, in ms. PostgreSQL 15 can't wait for a position. */
const CATCH_UP = 1_000;
const PAUSE = 20;
/** How long all reads use the primary after a failure, in ms. */
const BACKOFF = 5_000;
/** PostgreSQL's error for a read that took too long. It takes as long on the primary. */
const STATEMENT_TIMEOUT = "57014";
/** The driver's error for the same, if the replica itself doesn't end the read, for example because it is silent. */
const QUERY_TIMEOUT = "ETIMEDOUT";

export interface ReplicaOptions {
  primary: Kysely<Schema>;
  replica: Kysely<Schema>;
  /** Receives the reason when a read moves to the primary. */
  onError: (error: Error) => void;
  /** A monotonic clock, in ms. */
  now?: () => number;
}

type Read<T> = (db: Kysely<Schema>) => Promise<T>;

/**
 * @returns a function that runs reads on the replica, if it has everything that was committed before the call. If it is
 * behind, silent, not reachable, or fails, the reads run on the primary. The address of the replica may lead to several
 * standbys: all statements of one read run on the same one.
 */
export function readsOnReplica({ primary, replica, onError, now = () => performance.now() }: ReplicaOptions) {
  /** 0 unless the last check failed. After that, one read in each period checks the replica; the others don't wait. */
  let backoffUntil = 0;

  /** The replica must have replayed this position to have all commits up to now. */
  async function committedPosition(): Promise<string> {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_flush_lsn()::text as lsn`.execute(
      primary,
    );
    return rows[0]?.lsn ?? "";
  }

  /** @throws the error of the read or the replica; an error if the replica doesn't answer, or is behind, for too long */
  function runOnReplica<T>(read: Read<T>, lsn: string, state: ReadState): Promise<T> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      state.phase = "late";
      reject(new Error(`The replica did not answer or did not catch up within ${CATCH_UP} ms.`));
    }, CATCH_UP);
    const onReplayed = () => {
      clearTimeout(timer);
      state.phase = "reading";
      backoffUntil = 0;
    };
    const result = untilReplayed();
    return Promise.race([tooLate, result]).finally(() => clearTimeout(timer));

    /** Each try is a new transaction, which a pooler may send to a standby that is less far behind. */
    async function untilReplayed(): Promise<T> {
      for (;;) {
        const done = await inOneTransaction();
        if (done) return done.value;
        await sleep(PAUSE);
      }
    }

    /**
     * The transaction keeps the check and the read on one standby. It must not be `repeatable read`: its snapshot would be
     * older than the position that its first statement reads.
     */
    function inOneTransaction(): Promise<{ value: T } | undefined> {
      return replica
        .transaction()
        .setIsolationLevel("read committed")
        .setAccessMode("read only")
        .execute(async (trx) => {
          const isReplayed = await hasReplayed(trx, lsn);
          // Nobody waits for this result any more.
          if (state.phase === "late") throw new Error("The replica answered too late.");
          if (!isReplayed) return undefined;
          onReplayed();
          try {
            return { value: await read(trx) };
          } catch (error) {
            // Kysely throws the error of the rollback instead, if the connection has ended.
            state.error = error;
            throw error;
          }
        });
    }
  }

  return async <T>(read: Read<T>): Promise<T> => {
    if (now() < backoffUntil) return read(primary);
    if (backoffUntil > 0) backoffUntil = now() + BACKOFF;
    const state: ReadState = { phase: "checking" };
    try {
      return await runOnReplica(read, await committedPosition(), state);
    } catch (thrown) {
      const error = (state.error ?? thrown) as Error & { code?: string };
      const code = state.phase === "reading" ? error.code : undefined;
      if (code === STATEMENT_TIMEOUT) throw error;
      backoffUntil = now() + BACKOFF;
      if (code === QUERY_TIMEOUT) throw error;
      onError(error);
      return read(primary);
    }
  };
}

interface ReadState {
  phase: "checking" | "late" | "reading";
  /** The error of the read itself. */
  error?: unknown;
}

/** A primary has no replayed position. So after a promotion, this server is not taken for a replica. */
async function hasReplayed(trx: Kysely<Schema>, lsn: string): Promise<boolean> {
  const { rows } = await sql<{ replayed: boolean | null }>`select pg_is_in_recovery()
    and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as replayed`.execute(trx);
  return rows[0]?.replayed ?? false;
}
