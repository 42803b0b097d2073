import { setTimeout } from "node:timers/promises";
import { createSemaphore } from "../../platform/index.ts";

/** The requester of a hash. */
export interface HashingRequester {
  /** A network address, with everybody behind it. */
  network: string;
  /** The typed email, with or without an account: the wait must not reveal which. */
  account: string;
}

/** How much of the machine hashing may take. */
export interface HashingOptions {
  /** How many passwords may be hashed at once. */
  atOnce: number;
  /** The share of its time that a place may be in use while others wait, above 0 and at most 1. */
  share: number;
  /** How many may wait. */
  waiting: number;
}

/** Half of libuv's threads, which files and name look-ups use too. */
const MAX_AT_ONCE = 2;
/** At 20 ms each, the last one waits for 4 s. */
const WAITING = 200;

/**
 * At most half the cores, shared by all processes.
 * @param cores of the machine @param processes that answer requests
 */
export function hashingOptions(cores: number, processes: number): HashingOptions {
  const places = Math.min(MAX_AT_ONCE, cores / 2 / processes);
  const atOnce = Math.max(1, Math.floor(places));
  return { atOnce, share: Math.min(1, places / atOnce), waiting: WAITING };
}

/**
 * Hashes few passwords at once. Network addresses take turns, and accounts behind one address take turns. If too many
 * wait, the queue refuses the newest one of the busiest account at the busiest address.
 */
export function createHashingQueue({ atOnce, share, waiting }: HashingOptions) {
  const places = createSemaphore({ atOnce, waiting });
  return {
    /** @throws DomainError unavailable where too many wait */
    run<T>({ network, account }: HashingRequester, work: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        const hash = async () => {
          const start = performance.now();
          await work().then(resolve, reject);
          // The place rests, while the requester has the hash already.
          if (share < 1) await setTimeout((performance.now() - start) * (1 / share - 1));
        };
        places.take({ owner: network, person: account }, hash).catch(reject);
      });
    },
  };
}
