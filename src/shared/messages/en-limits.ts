/**
 * The error for a person who has reached a limit.
 * @param seconds the time to wait, at least 1
 */
export const tooManyTries = (seconds: number): string =>
  `Too many attempts. Try again in ${waitOf(seconds)}.`;

/**
 * The error while the server is busy.
 * @param seconds the time to wait, at least 1
 */
export const serverBusy = (seconds: number): string => `The server is busy. Try again in ${waitOf(seconds)}.`;

export function waitOf(seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [seconds, "second"]
      : seconds <= 5_400
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
