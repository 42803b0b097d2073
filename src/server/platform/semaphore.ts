import { DomainError } from "../../shared/problems/errors.ts";
import { type Permit, withoutPermit } from "./permit.ts";
import { createUsedTime } from "./used-time.ts";

export interface SemaphoreOptions {
  /** How many requesters can hold a permit at once. */
  concurrency: number;
  /** How many requesters may wait. */
  waiting: number;
  /** How many permits one owner can hold. Without it, one fewer than all. */
  perOwner?: number;
  /** How many permits are reserved for urgent requests. The default is 0. */
  reserved?: number;
  /** The time now, in ms from any starting point. */
  clock?: () => number;
}

export interface Requester {
  /** The id of an account, or an address; "" for the archive itself. */
  owner: string;
  /**
   * One of the people behind an owner, such as an account at an address. The people of an owner take turns
   * too. By default, an owner counts as one person.
   */
  person?: string;
  /** Aborts when nobody waits for the result. */
  signal?: AbortSignal | undefined;
  /** Whether a reader waits for a page. */
  isUrgent?: boolean;
}

interface Waiter extends Requester {
  /** Whether the requester gave its permit back for a while. It goes ahead of the owner's others, and isn't refused. */
  isReturning: boolean;
  start: () => void;
  refuse: (error: Error) => void;
}

/** A refused requester may try again after this number of seconds. */
const RETRY_AFTER = 10;

/**
 * Limits how many requests do expensive work at once; the others wait. The next permit goes to the owner with
 * the fewest permits, then to the owner with the least used time, then to the person with the least used time,
 * then to the oldest request. An owner with a permit never gets the last free permit, so a flood always leaves
 * a permit to others. If too many requests wait, it refuses one: of the owner with the most waiting requests,
 * the newest request of the busiest person.
 */
export function createSemaphore(options: SemaphoreOptions) {
  const { concurrency, perOwner = concurrency, waiting: maxWaiting, reserved = 0 } = options;
  const { clock = () => performance.now() } = options;
  const used = createUsedTime(clock);
  const held = new Map<string, number>();
  /** The waiting requests in the order of their arrival. */
  const waiting = new Set<Waiter>();
  const waitingBy = new Map<string, number>();
  const running = { urgent: 0, ordinary: 0 };
  let returning = 0;

  const heldBy = (owner: string): number => held.get(owner) ?? 0;
  const waitingOf = (owner: string): number => waitingBy.get(owner) ?? 0;
  /** The keys of the two counts: one for the owner, and one for the person. */
  const namesOf = ({ owner, person = "" }: Requester) => [owner, `${owner} ${person}`] as const;
  const kindOf = ({ isUrgent }: Requester) => (isUrgent ? "urgent" : "ordinary");

  function mayStart(requester: Requester): boolean {
    if (heldBy(requester.owner) >= perOwner) return false;
    const free = concurrency - running.urgent - running.ordinary;
    const open = requester.isUrgent ? free : Math.min(free, concurrency - reserved - running.ordinary);
    return open > (heldBy(requester.owner) > 0 ? 1 : 0);
  }

  function add(waiter: Waiter): void {
    waiting.add(waiter);
    if (waiter.isReturning) returning += 1;
    else for (const name of namesOf(waiter)) waitingBy.set(name, waitingOf(name) + 1);
  }

  function remove(waiter: Waiter): void {
    if (!waiting.delete(waiter)) return;
    if (waiter.isReturning) returning -= 1;
    else for (const name of namesOf(waiter)) lower(waitingBy, name);
  }

  function startNext(): void {
    while (running.urgent + running.ordinary < concurrency) {
      const now = clock();
      const next = first([...waiting].filter(mayStart), (waiter) => {
        const [owner, person] = namesOf(waiter);
        return [heldBy(owner), used.by(owner, now), Number(!waiter.isReturning), used.by(person, now)];
      });
      if (!next) return;
      remove(next);
      held.set(next.owner, heldBy(next.owner) + 1);
      running[kindOf(next)] += 1;
      next.start();
    }
  }

  function refuseOne(): void {
    const now = clock();
    const all = [...waiting].reverse();
    const last = first(returning > 0 ? all.filter(({ isReturning }) => !isReturning) : all, (waiter) => {
      const [owner, person] = namesOf(waiter);
      return [-waitingOf(owner), -used.by(owner, now), -waitingOf(person)];
    });
    if (!last) return;
    remove(last);
    last.refuse(new DomainError("unavailable", { retryAfter: RETRY_AFTER }));
  }

  function wait(requester: Requester, isReturning: boolean): Promise<void> {
    const { signal } = requester;
    return new Promise((resolve, reject) => {
      const abort = () => {
        remove(waiter);
        reject(new RequestAborted());
      };
      const done = (settle: () => void) => {
        signal?.removeEventListener("abort", abort);
        settle();
      };
      const waiter: Waiter = {
        ...requester,
        isReturning,
        start: () => done(resolve),
        refuse: (error) => done(() => reject(error)),
      };
      signal?.addEventListener("abort", abort, { once: true });
      add(waiter);
      startNext();
      if (waiting.size - returning > maxWaiting) refuseOne();
    });
  }

  function leave(requester: Requester, ms: number): void {
    for (const name of namesOf(requester)) used.add(name, ms);
    running[kindOf(requester)] -= 1;
    lower(held, requester.owner);
    startNext();
  }

  async function enter(requester: Requester): Promise<Permit> {
    if (requester.signal?.aborted) throw new RequestAborted();
    await wait(requester, false);
    let since: number | undefined = clock();
    return {
      leave() {
        if (since === undefined) return;
        const ms = clock() - since;
        since = undefined;
        leave(requester, ms);
      },
      async enterAgain() {
        await wait({ ...requester, signal: undefined }, true);
        since = clock();
      },
    };
  }

  return {
    /**
     * Waits for a permit, which the caller gives back.
     * @throws DomainError unavailable if too many requests wait; RequestAborted if the signal aborts before
     * there is a permit
     */
    enter,

    /**
     * Does work with a permit. A permit of another semaphore that the request holds is given back meanwhile (`withoutPermit`),
     * so that nobody waits with it.
     * @param use does the work when there is a permit; it should allocate large data only then
     * @throws DomainError unavailable if too many requests wait; RequestAborted if the signal aborts before
     * there is a permit
     */
    take: <T>(requester: Requester, use: () => Promise<T>): Promise<T> =>
      withoutPermit(async () => {
        const permit = await enter(requester);
        try {
          return await use();
        } finally {
          permit.leave();
        }
      }),
  };
}

/** Thrown if the signal of a request aborts. */
export class RequestAborted extends Error {}

/** Lowers a count by one, and deletes it at 0. */
function lower(counts: Map<string, number>, owner: string): void {
  const count = counts.get(owner) ?? 0;
  if (count > 1) counts.set(owner, count - 1);
  else counts.delete(owner);
}

/** The first element with the lowest rank. Ranks are compared number by number. */
function first<T>(all: T[], rankOf: (one: T) => number[]): T | undefined {
  let best: T | undefined;
  let least = [Infinity];
  for (const one of all) {
    const rank = rankOf(one);
    const at = rank.findIndex((number, index) => number !== least[index]);
    if (at === -1 || (rank[at] as number) > (least[at] as number)) continue;
    best = one;
    least = rank;
  }
  return best;
}
