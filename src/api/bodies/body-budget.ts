import { DomainError } from "../../shared/errors.ts";

export interface BudgetLimits {
  /** The bytes of all bodies of a process together. */
  process: number;
  /** The bytes of all bodies of one requester together. */
  requester: number;
}

/** The bytes that one body holds. */
export interface Reservation {
  /** Adds bytes. The budget calls `end` of a body that must give way, of this one or another. */
  hold(bytes: number): void;
  /** The body is complete, and no longer gives way. */
  arrived(): void;
  /** Releases all bytes. A second call does nothing. */
  release(): void;
}

interface Body {
  requester: string;
  bytes: number;
  /** By the monotonic clock, in ms. */
  startedAt: number;
  isArriving: boolean;
  end: (reason: DomainError) => void;
}

/** A smaller body gives way only if no larger one is left, because ending it frees very little. In bytes. */
const SMALL = 16_000;
/** Younger bodies count as this old, so that a fast first chunk does not decide. In ms. */
const YOUNGEST = 1_000;
/** After how many seconds the sender of an ended body may try again. */
const RETRY_AFTER = 10;

/**
 * Bounds how many bytes of bodies that are still arriving a process holds, in memory or on disk. Above the bound of a
 * requester, or of the process, the slowest body ends: an attacker holds memory by sending slowly, an honest form arrives
 * and is gone.
 */
export function createBodyBudget(limits: BudgetLimits, clock: () => number = () => performance.now()) {
  const requesters = new Map<string, { bodies: Set<Body>; bytes: number }>();
  let held = 0;

  function release(body: Body): void {
    const own = requesters.get(body.requester);
    if (!own?.bodies.delete(body)) return;
    own.bytes -= body.bytes;
    held -= body.bytes;
    if (own.bodies.size === 0) requesters.delete(body.requester);
  }

  const rateOf = ({ bytes, startedAt }: Body): number => bytes / Math.max(clock() - startedAt, YOUNGEST);

  /** Ends the slowest of these bodies. @returns whether there was one to end */
  function endSlowest(bodies: Iterable<Body>): boolean {
    const slowest: { large?: Body; small?: Body } = {};
    for (const body of bodies) {
      if (!body.isArriving) continue;
      const size = body.bytes < SMALL ? "small" : "large";
      const other = slowest[size];
      if (!other || rateOf(body) < rateOf(other)) slowest[size] = body;
    }
    const body = slowest.large ?? slowest.small;
    if (!body) return false;
    release(body);
    body.end(new DomainError("unavailable", { retryAfter: RETRY_AFTER }));
    return true;
  }

  function* all(): Generator<Body> {
    for (const { bodies } of requesters.values()) yield* bodies;
  }

  return {
    /**
     * @param requester the person, or the network address of a visitor
     * @param end ends the body; called at most once
     */
    begin(requester: string, end: (reason: DomainError) => void): Reservation {
      const body: Body = { requester, bytes: 0, startedAt: clock(), isArriving: true, end };
      const own = requesters.get(requester) ?? { bodies: new Set(), bytes: 0 };
      requesters.set(requester, own);
      own.bodies.add(body);
      return {
        hold(bytes) {
          if (!own.bodies.has(body)) return;
          body.bytes += bytes;
          own.bytes += bytes;
          held += bytes;
          while (own.bytes > limits.requester && endSlowest(own.bodies));
          while (held > limits.process && endSlowest(all()));
        },
        arrived() {
          body.isArriving = false;
        },
        release: () => release(body),
      };
    },
    /** The bytes that all bodies hold now. */
    held: () => held,
  };
}
