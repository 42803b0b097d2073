/** From this number of days on, a date is clearer than a day of the week. */
const WEEK = 7;
const DAY = 86_400_000;

export interface DayWords {
  today: string;
  yesterday: string;
  onDay: (day: string) => string;
}

interface Today {
  /** The time now, in epoch milliseconds. */
  now: number;
  timeZone: string;
}

/**
 * Returns the day on which an item was added, such as "yesterday", "on Monday" or "21 Nov 2026".
 * @param iso ISO 8601
 */
export function dayAdded(
  iso: string,
  { now, timeZone }: Today,
  { today, yesterday, onDay }: DayWords,
): string {
  const added = new Date(iso);
  // Years, months and days as numbers in their order, so that two days can be compared.
  const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone });
  const said = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(added);
  const days = (Date.parse(dayFormat.format(now)) - Date.parse(dayFormat.format(added))) / DAY;
  if (days <= 0) return today;
  if (days === 1) return yesterday;
  return days < WEEK ? onDay(said({ weekday: "long" })) : said({ dateStyle: "medium" });
}
