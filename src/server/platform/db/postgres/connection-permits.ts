import { DomainError } from "../../../../shared/problems/errors.ts";
import type { ConnectionPriority } from "../../request-scope.ts";
import type { PoolShare } from "./connection-shares.ts";

/** How many transactions and queries of one person may wait. */
export const MAX_WAITING = 200;
/** How long a person's work waits for a permit, in ms. */
const TIMEOUT = 5_000;
/** A refused person may try again after this number of seconds. */
const RETRY_AFTER = 5;

/** The requester of a connection. */
export interface Claim {
  /** The account or the network of the requester; undefined for jobs, which are never refused. */
  owner: string | undefined;
  priority?: ConnectionPriority | undefined;
}

interface Waiter extends Claim {
  start: () => void;
  refuse: () => void;
}

export type ConnectionPermits = ReturnType<typeof createConnectionPermits>;

/**
 * Gives permits of a connection pool to people in turn, so that a person whose writes wait for each other's locks waits
 * outside the pool, and others find a free connection. The next permit goes to a transaction that needs a second
 * connection, then to the person with the min permits, then to the oldest claim. Jobs count as one person who may hold all
 * connections but the reserved ones.
 */
export function createConnectionPermits({ connections, reserved, perPerson }: PoolShare) {
  const held = new Map<string | undefined, number>();
  const waitingOf = new Map<string, number>();
  /** In the order of their arrival. */
  const waiting = new Set<Waiter>();
  const running = { ordinary: 0, prior: 0 };

  const heldBy = (owner: string | undefined): number => held.get(owner) ?? 0;
  const kindOf = ({ priority }: Claim) => (priority === undefined ? "ordinary" : "prior");

  function mayStart({ owner, priority }: Claim): boolean {
    if (running.ordinary + running.prior >= connections) return false;
    if (priority === "nested") return true;
    if (owner !== undefined && heldBy(owner) >= perPerson) return false;
    return priority === "reserve" || running.ordinary < connections - reserved;
  }

  function enter(claim: Claim): void {
    held.set(claim.owner, heldBy(claim.owner) + 1);
    running[kindOf(claim)] += 1;
  }

  /** @returns a function that gives the permit back, once */
  function placeOf(claim: Claim): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      count(held, claim.owner, -1);
      running[kindOf(claim)] -= 1;
      startNext();
    };
  }

  function startNext(): void {
    for (let next = nextWaiter(); next; next = nextWaiter()) {
      enter(next);
      next.start();
    }
  }

  function nextWaiter(): Waiter | undefined {
    let next: Waiter | undefined;
    for (const waiter of waiting) {
      if (!mayStart(waiter)) continue;
      if (waiter.priority === "nested") return waiter;
      if (!next || heldBy(waiter.owner) < heldBy(next.owner)) next = waiter;
    }
    return next;
  }

  function wait(claim: Claim): Promise<void> {
    const { owner } = claim;
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const leaveQueue = () => {
        clearTimeout(timer);
        waiting.delete(waiter);
        if (owner !== undefined) count(waitingOf, owner, -1);
      };
      const waiter: Waiter = {
        ...claim,
        start: () => (leaveQueue(), resolve()),
        refuse: () => (leaveQueue(), reject(refusal())),
      };
      waiting.add(waiter);
      if (owner === undefined) return;
      count(waitingOf, owner, 1);
      timer = setTimeout(waiter.refuse, TIMEOUT).unref();
      if ((waitingOf.get(owner) ?? 0) > MAX_WAITING) waiter.refuse();
    });
  }

  return {
    /**
     * Waits for a permit.
     * @returns a function that gives the permit back
     * @throws DomainError unavailable if too much work of this person waits, or for too long
     */
    async take(claim: Claim): Promise<() => void> {
      if (mayStart(claim)) enter(claim);
      else await wait(claim);
      return placeOf(claim);
    },

    /** Refuses all people who wait, because the database doesn't answer. */
    refuseWaiting(): void {
      for (const waiter of waiting) if (waiter.owner !== undefined) waiter.refuse();
    },

    /** How many claims wait. */
    waiting: (): number => waiting.size,
  };
}

/** The error of work that may be sent again soon. Nothing of it was saved. */
export const refusal = (): DomainError => new DomainError("unavailable", { retryAfter: RETRY_AFTER });

/** Changes a count, and deletes it at 0. */
function count<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}
