import { setTimeout } from "node:timers/promises";
import { createSemaphore } from "../../platform/index.ts";

export interface HashingRequester {
  /** A network address, which many people may share. */
  network: string;
  /** The entered email, with or without an account: the wait must not show whether it has one. */
  account: string;
}

/** Limits for the load of hashing on the machine. */
export interface HashingOptions {
  /** How many passwords can be hashed at once. */
  atOnce: number;
  /** The share of time in which a place works while others wait, above 0 and at most 1. */
  share: number;
  /** How many requests may wait. */
  waiting: number;
}

/** Half of libuv's four threads, because files and DNS lookups use them, too. */
const MAX_AT_ONCE = 2;
/** With 20 ms for each hash, the last request waits for 4 s. */
const WAITING = 200;

/**
 * Limits hashing to half the cores, in all processes together.
 * @param cores of the machine
 * @param processes that answer requests
 */
export function hashingOptions(cores: number, processes: number): HashingOptions {
  const places = Math.min(MAX_AT_ONCE, cores / 2 / processes);
  const atOnce = Math.max(1, Math.floor(places));
  return { atOnce, share: Math.min(1, places / atOnce), waiting: WAITING };
}

/**
 * Hashes a limited number of passwords at once. Network addresses take turns, and so do accounts behind one
 * address. If the queue is full, it refuses the newest request of the busiest account at the busiest address.
 */
export function createHashingQueue({ atOnce, share, waiting }: HashingOptions) {
  const places = createSemaphore({ atOnce, waiting });
  return {
    /** @throws DomainError unavailable if too many requests wait */
    run<T>({ network, account }: HashingRequester, work: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        const hash = async () => {
          const start = performance.now();
          await work().then(resolve, reject);
          // The place pauses after the requester has received the hash.
          if (share < 1) await setTimeout((performance.now() - start) * (1 / share - 1));
        };
        places.take({ owner: network, person: account }, hash).catch(reject);
      });
    },
  };
}
