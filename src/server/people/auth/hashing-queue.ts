import { setTimeout } from "node:timers/promises";
import { createSemaphore, withoutPermit } from "../../platform/index.ts";

export interface HashingRequester {
  /** An IP address, which many people may share. */
  network: string;
  /**
   * The entered email, with or without an account, because the wait must not show whether an account exists.
   */
  account: string;
}

/** Limits for the load of hashing on the machine. */
export interface HashingOptions {
  /** How many passwords can be hashed at once. */
  concurrency: number;
  /** The share of time in which a permit is used while requests wait: above 0, at most 1. */
  share: number;
  /** How many requests may wait. */
  waiting: number;
}

/** Half of libuv's four threads, because file operations and DNS lookups also use these threads. */
const MAX_CONCURRENCY = 2;
/** With 20 ms for each hash, the last request waits for 4 s. */
const WAITING = 200;

/**
 * Limits hashing to half the cores, in all processes together.
 * @param cores the machine's number of cores
 * @param processes the number of processes that serve requests
 */
export function hashingOptions(cores: number, processes: number): HashingOptions {
  const permits = Math.min(MAX_CONCURRENCY, cores / 2 / processes);
  const concurrency = Math.max(1, Math.floor(permits));
  return { concurrency, share: Math.min(1, permits / concurrency), waiting: WAITING };
}

/**
 * Hashes a limited number of passwords at once. IP addresses take turns, and so do accounts behind one
 * address. If the queue is full, it refuses the newest request of the busiest account at the busiest address.
 */
export function createHashingQueue({ concurrency, share, waiting }: HashingOptions) {
  const permits = createSemaphore({ concurrency, waiting });
  return {
    /** @throws DomainError unavailable if too many requests wait */
    run<T>({ network, account }: HashingRequester, work: () => Promise<T>): Promise<T> {
      const answer = () =>
        new Promise<T>((resolve, reject) => {
          const hash = async () => {
            const start = performance.now();
            await work().then(resolve, reject);
            // The pause begins after the requester has received the hash.
            if (share < 1) await setTimeout((performance.now() - start) * (1 / share - 1));
          };
          permits.take({ owner: network, person: account }, hash).catch(reject);
        });
      // The request gets its permit again without this pause.
      return withoutPermit(answer);
    },
  };
}
