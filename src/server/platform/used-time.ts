/** How much use one passing second forgives, in seconds. */
const FORGIVEN = 0.1;

/**
 * Remembers in memory how much time owners used lately. A tenth of the passing time is forgiven, so a flood of one minute
 * counts for ten. An owner without use is forgotten: on average ten owners for each place are remembered at most.
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
    /** @param ms of further use */
    add(owner: string, ms: number): void {
      uses.set(owner, { ms: by(owner) + ms, at: clock() });
      for (const one of uses.keys()) if (by(one) === 0) uses.delete(one);
    },
    /** How many owners are remembered. */
    size: (): number => uses.size,
  };
}
