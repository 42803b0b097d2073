import { DomainError } from "../../shared/errors.ts";

export interface TurnsOptions {
  /** How many may go at once. */
  atOnce: number;
  /** How many may wait. */
  waiting: number;
}

/** After how many seconds somebody may try once more. */
const RETRY_AFTER = 10;

/** Lets a few at a time do what takes much memory; the others wait in the order in which they came. */
export function createTurns({ atOnce, waiting }: TurnsOptions) {
  const queue = new Set<() => void>();
  let running = 0;

  function wait(signal: AbortSignal | undefined): Promise<void> {
    if (queue.size >= waiting) throw new DomainError("unavailable", { retryAfter: RETRY_AFTER });
    return new Promise((go, refuse) => {
      const start = () => {
        signal?.removeEventListener("abort", leave);
        go();
      };
      const leave = () => {
        queue.delete(start);
        refuse(new AskerGone());
      };
      signal?.addEventListener("abort", leave, { once: true });
      queue.add(start);
    });
  }

  return {
    /**
     * @param use does the thing once it is its turn, and holds nothing large before
     * @param signal of who asks: where they go while they wait, nothing is done
     * @throws DomainError unavailable where too many wait; AskerGone
     */
    async take<T>(use: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      if (signal?.aborted) throw new AskerGone();
      // Who goes hands their place on, so that nobody who comes just then takes it first.
      if (running < atOnce) running += 1;
      else await wait(signal);
      try {
        return await use();
      } finally {
        const [next] = queue;
        if (next) {
          queue.delete(next);
          next();
        } else running -= 1;
      }
    },
  };
}

/** Nobody waits for the answer any more. */
export class AskerGone extends Error {}
