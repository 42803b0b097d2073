/** How long a host is skipped after a failure, in ms. */
const ROUND = 3_600_000;
/** The maximum number of stored hosts. If there are more, the oldest failure is dropped. */
const MAX = 1_000;

/**
 * Remembers hosts that recently did not respond, so that we don't wait for a timeout on each of their links.
 */
export function createFailingHosts(clock: () => number) {
  const failedAt = new Map<string, number>();

  return {
    add(host: string): void {
      failedAt.delete(host);
      failedAt.set(host, clock());
      const [oldest] = failedAt.keys();
      if (failedAt.size > MAX && oldest !== undefined) failedAt.delete(oldest);
    },

    has(host: string): boolean {
      const at = failedAt.get(host);
      return at !== undefined && clock() - at < ROUND;
    },
  };
}
