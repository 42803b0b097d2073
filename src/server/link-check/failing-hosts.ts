/** A round of the check, in ms: after it a host is tried again. */
const ROUND = 3_600_000;
/** So many hosts are remembered; beyond them the one that failed first is tried again. */
const MOST = 1_000;

/** Hosts that gave no answer in this round: their other links would only wait for the same. */
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
