/** For each second that passes, so much use is forgiven. */
const FORGIVEN = 0.1;

/**
 * How much time owners have used of late, in memory. A tenth of the time that passes is forgiven, so that a flood of a
 * minute counts for ten; who owes nothing is forgotten, so that few are remembered: at any moment at most ten times
 * the places that are held, on average.
 * @param clock the time now, in ms
 */
export function createUsedTime(clock: () => number) {
  const uses = new Map<string, { ms: number; at: number }>();

  function by(owner: string): number {
    const use = uses.get(owner);
    return use ? Math.max(0, use.ms - (clock() - use.at) * FORGIVEN) : 0;
  }

  return {
    /** @returns in ms */
    by,
    /** @param ms that the owner has used more */
    add(owner: string, ms: number): void {
      uses.set(owner, { ms: by(owner) + ms, at: clock() });
      for (const one of uses.keys()) if (by(one) === 0) uses.delete(one);
    },
    /** How many owners are remembered. */
    size: (): number => uses.size,
  };
}
