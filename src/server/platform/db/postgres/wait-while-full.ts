import type pg from "pg";

/** PostgreSQL's code for "no connection left", also for the limit of a role or a database. */
const FULL = "53300";
/** Says if an error means that PostgreSQL has no connection left. */
export const isFull = (error: unknown): boolean => (error as { code?: string }).code === FULL;

/** How long a pool opens no further connection after PostgreSQL refused one, in ms. */
const PAUSE = 1_000;
/** How long a request tries, in ms. Each wait for an open connection has a limit of its own. */
const TIMEOUT = 5_000;

/**
 * Lets requests wait for the open connections of a pool while PostgreSQL accepts no more.
 * @param onFull called each time PostgreSQL refuses a connection
 * @returns a function that takes a connection of the pool. It throws PostgreSQL's error if the pool has no open connection,
 * or after some seconds
 */
export function waitingWhileFull(pool: pg.Pool, onFull: () => void): () => Promise<pg.PoolClient> {
  const { max } = pool.options;
  let pause: NodeJS.Timeout | undefined;

  function stopGrowing(): void {
    // A full pool lets requests wait, and doesn't try to open another connection for each of them.
    pool.options.max = Math.max(1, pool.totalCount);
    pause ??= setTimeout(() => {
      pause = undefined;
      pool.options.max = max;
    }, PAUSE).unref();
  }

  return async () => {
    const end = performance.now() + TIMEOUT;
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        if (!isFull(error)) throw error;
        onFull();
        if (pool.totalCount === 0 || performance.now() > end) throw error;
        stopGrowing();
      }
    }
  };
}
