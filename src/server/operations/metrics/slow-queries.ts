import type { OnQuery, QueryFacts } from "../../platform/index.ts";

/** The longest logged part of a statement, in characters. */
const LONGEST = 2_000;
/** How many slow queries are logged in a minute, so that a slow database does not fill the disk with lines. */
const LINES = 60;
const MINUTE = 60_000;

export interface SlowQueryLog {
  /** Logs one query. The SQL contains no values. */
  slow(facts: { sql: string; ms: number; failed?: true }): void;
  /** Logs how many slow queries of a minute were not logged, at its end. */
  omitted(count: number): void;
}

/**
 * Logs queries that take long.
 * @param atLeast the time from which a query is slow, in ms
 * @param onSlow called for each slow query, logged or not
 */
export function createSlowQueryLog(
  atLeast: number,
  log: SlowQueryLog,
  onSlow: () => void = () => {},
): OnQuery {
  /** The slow queries of the minute that began with the first one. */
  let count = 0;
  const endMinute = () => {
    if (count > LINES) log.omitted(count - LINES);
    count = 0;
  };
  return ({ sql, ms, hasFailed }: QueryFacts) => {
    if (ms < atLeast) return;
    onSlow();
    if (count === 0) setTimeout(endMinute, MINUTE).unref();
    count += 1;
    if (count > LINES) return;
    const text = sql.replace(/\s+/g, " ").trim().slice(0, LONGEST);
    log.slow({ sql: text, ms: Math.round(ms), ...(hasFailed && { failed: true as const }) });
  };
}
