/** The earliest year that an item can have. */
export const FIRST_YEAR = 1950;

/** The years that an item can have. The last one is next year, because some papers are dated ahead. */
export function acceptedYears(thisYear = new Date().getFullYear()): [first: number, last: number] {
  return [FIRST_YEAR, thisYear + 1];
}

/**
 * The year of an exam that is typed as a session: the exams of session 2021-22 are in 2022. Other text stays the same.
 * @param text with ASCII digits, such as "2021-22", "2021–22" or "2021/2022"
 */
export function yearOfSession(text: string): string {
  const [, first, last = ""] = /^(\d{4})\s*[-‐-―/]\s*(\d\d|\d{4})$/.exec(text) ?? [];
  const second = String(Number(first) + 1);
  return first !== undefined && second.endsWith(last) ? second : text;
}
