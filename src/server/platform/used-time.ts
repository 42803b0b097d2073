/** How much used time is forgiven per second, in seconds. */
const FORGIVEN = 0.1;

/**
 * Remembers in memory how much time owners used recently. A tenth of the passing time is forgiven, so a flood
 * of one minute has an effect for ten minutes. Owners without used time are forgotten, so on average it
 * remembers at most ten owners for each place.
 * @param clock the time now, in ms
 */
export function createUsedTime(clock: () => number) {
  const uses = new Map<string, { ms: number; at: number }>();

  function by(owner: string, now = clock()): number {
    const use = uses.get(owner);
    return use ? Math.max(0, use.ms - (now - use.at) * FORGIVEN) : 0;
  }

  return {
    /**
     * @param now the time, in ms. A caller that compares owners gives the same time for all, because the used time
     * shrinks while it compares
     * @returns the used time, in ms
     */
    by,
    /** @param ms the additional used time */
    add(owner: string, ms: number): void {
      uses.set(owner, { ms: by(owner) + ms, at: clock() });
      for (const one of uses.keys()) if (by(one) === 0) uses.delete(one);
    },
    /** The number of remembered owners. */
    size: (): number => uses.size,
  };
}
