const options = { dateStyle: "medium", timeZone: "Asia/Dhaka" } as const;
const dateFormat = new Intl.DateTimeFormat("en-GB", options);
const timeFormat = new Intl.DateTimeFormat("en-GB", { ...options, timeStyle: "short" });

/**
 * A date in the format that is usual in Bangladesh.
 * @param iso ISO 8601
 * @param time whether to show the time of day
 */
export function TimeOf({ iso, time = false }: { iso: string; time?: boolean }) {
  return <time dateTime={iso}>{(time ? timeFormat : dateFormat).format(new Date(iso))}</time>;
}
