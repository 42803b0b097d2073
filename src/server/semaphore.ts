import { DomainError } from "../shared/errors.ts";
import { createUsedTime } from "./used-time.ts";

export interface SemaphoreOptions {
  /** How many may hold a place at once. */
  atOnce: number;
  /** How many may wait. */
  waiting: number;
  /** How many of the places only urgent requests may hold. Left out: none. */
  reserved?: number;
  /** The time now, in ms from any moment on. */
  clock?: () => number;
}

/** The requester of a place. */
export interface Requester {
  /** The id of an account, or an address; "" for the archive itself. */
  owner: string;
  /** Aborts once nobody waits for the answer. */
  signal?: AbortSignal | undefined;
  /** Whether a reader waits for a page. */
  isUrgent?: boolean;
}

interface Waiter extends Requester {
  start: () => void;
  refuse: (error: Error) => void;
}

/** After how many seconds a refused requester may try again. */
const RETRY_AFTER = 10;

/**
 * Bounds how many requests do costly work at once; the others wait. The next place goes to the requester with the fewest
 * places, then with the least used time, then to the first one. A requester who holds a place never gets the last free
 * one, so a flood always leaves a place to the next requester. If too many wait, the semaphore refuses the newest request
 * of the requester with the most waiting.
 */
export function createSemaphore(options: SemaphoreOptions) {
  const { atOnce, waiting: maxWaiting, reserved = 0, clock = () => performance.now() } = options;
  const used = createUsedTime(clock);
  const held = new Map<string, number>();
  /** In order of arrival. */
  const waiting = new Set<Waiter>();
  const running = { urgent: 0, ordinary: 0 };

  const heldBy = (owner: string): number => held.get(owner) ?? 0;
  const kindOf = ({ isUrgent }: Requester) => (isUrgent ? "urgent" : "ordinary");

  function mayStart(requester: Requester): boolean {
    const free = atOnce - running.urgent - running.ordinary;
    const open = requester.isUrgent ? free : Math.min(free, atOnce - reserved - running.ordinary);
    return open > (heldBy(requester.owner) > 0 ? 1 : 0);
  }

  function startNext(): void {
    for (;;) {
      const next = first([...waiting].filter(mayStart), ({ owner }) => [heldBy(owner), used.by(owner)]);
      if (!next) return;
      waiting.delete(next);
      held.set(next.owner, heldBy(next.owner) + 1);
      running[kindOf(next)] += 1;
      next.start();
    }
  }

  function refuseOne(): void {
    const count = (owner: string) => [...waiting].filter((one) => one.owner === owner).length;
    const last = first([...waiting].reverse(), ({ owner }) => [-count(owner), -used.by(owner)]);
    if (!last) return;
    waiting.delete(last);
    last.refuse(new DomainError("unavailable", { retryAfter: RETRY_AFTER }));
  }

  function enter(requester: Requester): Promise<void> {
    const { signal } = requester;
    return new Promise((resolve, reject) => {
      const abort = () => {
        waiting.delete(waiter);
        reject(new RequestAborted());
      };
      const done = (settle: () => void) => {
        signal?.removeEventListener("abort", abort);
        settle();
      };
      const waiter: Waiter = {
        ...requester,
        start: () => done(resolve),
        refuse: (error) => done(() => reject(error)),
      };
      signal?.addEventListener("abort", abort, { once: true });
      waiting.add(waiter);
      startNext();
      if (waiting.size > maxWaiting) refuseOne();
    });
  }

  function leave(requester: Requester, ms: number): void {
    const { owner } = requester;
    used.add(owner, ms);
    running[kindOf(requester)] -= 1;
    if (heldBy(owner) > 1) held.set(owner, heldBy(owner) - 1);
    else held.delete(owner);
    startNext();
  }

  return {
    /**
     * @param use does the work once there is a place, and holds nothing large before
     * @throws DomainError unavailable where too many wait; RequestAborted where the signal aborts before there is a place
     */
    async take<T>(requester: Requester, use: () => Promise<T>): Promise<T> {
      if (requester.signal?.aborted) throw new RequestAborted();
      await enter(requester);
      const since = clock();
      try {
        return await use();
      } finally {
        leave(requester, clock() - since);
      }
    },
  };
}

/** The error for a request whose signal aborted. */
export class RequestAborted extends Error {}

/** The first one with the smallest rank; earlier numbers of a rank count first. */
function first<T>(all: T[], rankOf: (one: T) => [number, number]): T | undefined {
  const ranked = all.map((one) => ({ one, rank: rankOf(one) }));
  return ranked.toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1])[0]?.one;
}
