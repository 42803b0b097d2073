/** The database is unresponsive if a small query has no result for this time, in ms. It usually takes one. */
export const QUERY_TIMEOUT = 1_500;
/** Extra time, in ms, to read results that arrived while this process was blocked. */
const GRACE = 100;

export interface QueryWatchdog {
  /** Whether the last query timed out, and no query has had a result since. */
  isUnresponsive(): boolean;
  /** Runs a query. @returns its result @throws its error */
  watch<T>(query: () => Promise<T>): Promise<T>;
}

/**
 * Notices that the database doesn't answer, from small queries that a process sends all the time. An error that arrives in
 * time is no timeout: a database that refuses or closes connections fails requests at once anyway.
 * @param onTimeout called when the database becomes unresponsive
 */
export function createQueryWatchdog(onTimeout: () => void): QueryWatchdog {
  let isUnresponsive = false;
  return {
    isUnresponsive: () => isUnresponsive,
    async watch(query) {
      let isLate = false;
      const notice = () => {
        isLate = true;
        if (isUnresponsive) return;
        isUnresponsive = true;
        onTimeout();
      };
      let timer = setTimeout(() => {
        timer = setTimeout(notice, GRACE);
      }, QUERY_TIMEOUT);
      try {
        const result = await query();
        isUnresponsive = false;
        return result;
      } catch (error) {
        if (!isLate) isUnresponsive = false;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
