/** The first year an archive may hold. */
export const FIRST_YEAR = 1950;

/** The years that an item may have, up to next year, for papers dated ahead. */
export function acceptedYears(thisYear = new Date().getFullYear()): [first: number, last: number] {
  return [FIRST_YEAR, thisYear + 1];
}
