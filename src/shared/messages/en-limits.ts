/** What who is over a limit reads. @param seconds to wait, from 1 */
export function tooManyTries(seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [seconds, "second"]
      : seconds <= 5_400
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return `Too many tries. Try again in ${count} ${unit}${count === 1 ? "" : "s"}.`;
}
