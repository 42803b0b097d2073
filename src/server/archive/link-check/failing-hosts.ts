/** A round of the check, in ms. */
const ROUND = 3_600_000;
/** How many hosts are remembered; beyond them the oldest failure is forgotten. */
const MOST = 1_000;

/** Hosts that gave no answer in this round: their other links would wait for the same silence. */
export function createFailingHosts(clock: () => number) {
  const failedAt = new Map<string, number>();

  return {
    add(host: string): void {
      failedAt.delete(host);
      failedAt.set(host, clock());
      const [oldest] = failedAt.keys();
      if (failedAt.size > MOST && oldest !== undefined) failedAt.delete(oldest);
    },

    has(host: string): boolean {
      const at = failedAt.get(host);
      return at !== undefined && clock() - at < ROUND;
    },
  };
}
