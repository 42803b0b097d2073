/** The number of weeks in a chart. */
const WEEKS = 12;
const HOUR = 60 * 60 * 1000;
/** The length of a week, in ms. */
export const WEEK = 7 * 24 * HOUR;
/** The start of a Sunday in Dhaka (UTC+6, no daylight saving time). Weeks in Bangladesh begin on Sunday. */
const SUNDAY = Date.UTC(1970, 0, 4) - 6 * HOUR;

/** The starts of the last twelve weeks in epoch milliseconds; the current week is last. @param now epoch milliseconds */
export function lastWeeks(now: number): [number, ...number[]] {
  const thisWeek = SUNDAY + Math.floor((now - SUNDAY) / WEEK) * WEEK;
  return Array.from({ length: WEEKS }, (_, index) => thisWeek - (WEEKS - 1 - index) * WEEK) as [number];
}
