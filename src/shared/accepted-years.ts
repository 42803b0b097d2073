/** The earliest year that an item can have. */
export const FIRST_YEAR = 1950;

/** The years that an item can have. The last one is next year, because some papers are dated ahead. */
export function acceptedYears(thisYear = new Date().getFullYear()): [first: number, last: number] {
  return [FIRST_YEAR, thisYear + 1];
}
