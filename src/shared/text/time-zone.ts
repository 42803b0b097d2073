/** The time zone of an archive whose operator chose none. */
export const DEFAULT_TIME_ZONE = "Asia/Dhaka";

/** Whether this is the name of a time zone, such as Asia/Dhaka. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns how far the clocks of a time zone are ahead of UTC at a time.
 * @param at epoch milliseconds
 * @returns milliseconds, negative if they are behind
 */
export function zoneOffset(timeZone: string, at: number): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === "-" ? -ahead : ahead;
}
