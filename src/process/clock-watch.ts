/** Smaller steps back only delay something by as much, in ms. */
const SMALLEST_STEP = 1_000;

/**
 * Notices that the wall clock was set back: the monotonic clock never is.
 * @param wall epoch milliseconds
 * @param monotonic the time from any starting point, in ms
 * @returns a function that says whether the clock was set back since its last call. Its first call says yes,
 * because the clock may have been set right before the start
 */
export function createClockWatch(wall = Date.now, monotonic = () => performance.now()): () => boolean {
  let offset = Infinity;
  return () => {
    const now = wall() - monotonic();
    const wasSetBack = offset - now > SMALLEST_STEP;
    offset = now;
    return wasSetBack;
  };
}
