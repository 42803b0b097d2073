import { zoneOffset } from "../../../shared/text/time-zone.ts";

/** The number of weeks in a chart. */
const WEEKS = 12;
const HOUR = 60 * 60 * 1000;
/** The length of a week, in ms. */
export const WEEK = 7 * 24 * HOUR;
/** A Sunday in UTC. Weeks in Bangladesh begin on Sunday. */
const SUNDAY = Date.UTC(1970, 0, 4);

/**
 * Returns the starts of the last twelve weeks in epoch milliseconds; the current week is last. All weeks have the same
 * length, so where clocks changed, the earlier ones begin an hour off.
 * @param now epoch milliseconds
 */
export function lastWeeks(now: number, timeZone: string): [number, ...number[]] {
  const sunday = SUNDAY - zoneOffset(timeZone, now);
  const thisWeek = sunday + Math.floor((now - sunday) / WEEK) * WEEK;
  return Array.from({ length: WEEKS }, (_, index) => thisWeek - (WEEKS - 1 - index) * WEEK) as [number];
}
