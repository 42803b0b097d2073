import type { OnQuery, QueryFacts } from "../../platform/index.ts";

/** The longest logged part of a statement, in characters. */
const LONGEST = 2_000;
/** How many slow queries are logged in a minute, so that a slow database does not fill the disk with lines. */
const LINES = 60;
const MINUTE = 60_000;

export interface SlowQueryLog {
  /** Logs one query. The SQL contains no values. */
  slow(facts: { sql: string; ms: number; failed?: true }): void;
  /** Logs how many slow queries of the last minute were not logged. */
  omitted(count: number): void;
}

/**
 * Logs queries that take long.
 * @param atLeast the time from which a query is slow, in ms
 * @param onSlow called for each slow query, logged or not
 * @param clock the time now, in ms from any starting point
 */
export function createSlowQueryLog(
  atLeast: number,
  log: SlowQueryLog,
  onSlow: () => void = () => {},
  clock: () => number = () => performance.now(),
): OnQuery {
  let minute = { since: clock(), count: 0 };
  return ({ sql, ms, hasFailed }: QueryFacts) => {
    if (ms < atLeast) return;
    onSlow();
    if (clock() - minute.since >= MINUTE) {
      if (minute.count > LINES) log.omitted(minute.count - LINES);
      minute = { since: clock(), count: 0 };
    }
    minute.count += 1;
    if (minute.count > LINES) return;
    const text = sql.replace(/\s+/g, " ").trim().slice(0, LONGEST);
    log.slow({ sql: text, ms: Math.round(ms), ...(hasFailed && { failed: true as const }) });
  };
}
