/** How long an answer is shared, in ms. */
const FRESH = 1_000;

/**
 * Lets many callers share the answer of one piece of work, so that a flood of requests costs no more than one
 * request a second. Work that is still running is never started a second time.
 * @param work must end by itself
 * @param clock the time now, in ms from any starting point
 */
export function shareResult<T>(work: () => Promise<T>, clock = () => performance.now()): () => Promise<T> {
  let answer: Promise<T> | undefined;
  let endedAt: number | undefined;
  return () => {
    if (answer && (endedAt === undefined || clock() - endedAt < FRESH)) return answer;
    endedAt = undefined;
    answer = work().finally(() => {
      endedAt = clock();
    });
    return answer;
  };
}
