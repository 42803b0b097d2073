const DHAKA = { timeZone: "Asia/Dhaka" } as const;
/** Years, months and days as numbers in their order, so that two days can be compared. */
const dayFormat = new Intl.DateTimeFormat("en-CA", DHAKA);
const weekdayFormat = new Intl.DateTimeFormat("en-GB", { ...DHAKA, weekday: "long" });
const dateFormat = new Intl.DateTimeFormat("en-GB", { ...DHAKA, dateStyle: "medium" });

/** From this number of days on, a date is clearer than a day of the week. */
const WEEK = 7;
const DAY = 86_400_000;

export interface DayWords {
  today: string;
  yesterday: string;
  onDay: (day: string) => string;
}

/**
 * The day in Bangladesh on which an item was added, such as "yesterday", "on Monday" or "21 Nov 2026".
 * @param iso ISO 8601
 * @param now in epoch milliseconds
 */
export function dayAdded(iso: string, now: number, { today, yesterday, onDay }: DayWords): string {
  const added = new Date(iso);
  const days = (Date.parse(dayFormat.format(now)) - Date.parse(dayFormat.format(added))) / DAY;
  if (days <= 0) return today;
  if (days === 1) return yesterday;
  return days < WEEK ? onDay(weekdayFormat.format(added)) : dateFormat.format(added);
}
