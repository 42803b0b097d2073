import { useTimeZone } from "./time-zone.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of dates that is usual in Bangladesh. @param time whether it has the time of day */
export function formatIn(timeZone: string, time: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${time}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeZone,
    ...(time && { timeStyle: "short" }),
  });
  formats.set(key, format);
  return format;
}

/**
 * A date in the format that is usual in Bangladesh, in the archive's time zone.
 * @param iso ISO 8601
 * @param time whether to show the time of day
 */
export function TimeOf({ iso, time = false }: { iso: string; time?: boolean }) {
  return <time dateTime={iso}>{formatIn(useTimeZone(), time).format(new Date(iso))}</time>;
}
