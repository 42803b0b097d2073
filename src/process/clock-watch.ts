/** Smaller steps back only delay something by as much, in ms. */
const SMALLEST_STEP = 1_000;
/** How long work that began before the step may still write its time, in ms. */
const UNDER_WAY = 60_000;

/**
 * Notices that the wall clock was set back: the monotonic clock never is.
 * @param wall epoch milliseconds
 * @param monotonic the time from any starting point, in ms
 * @returns a function that says whether the clock was set back in the last minute. It also says yes in the
 * minute after its first call, because the clock may have been set right before the start
 */
export function createClockWatch(wall = Date.now, monotonic = () => performance.now()): () => boolean {
  let offset = Infinity;
  let end = 0;
  return () => {
    const now = wall() - monotonic();
    if (offset - now > SMALLEST_STEP) end = monotonic() + UNDER_WAY;
    offset = now;
    return monotonic() < end;
  };
}
