import { DomainError } from "../../../shared/problems/errors.ts";

export interface BudgetLimits {
  /** The limit for all bodies of a process together, in bytes. */
  process: number;
  /** The limit for all bodies of one requester together, in bytes. */
  requester: number;
}

/** The bytes that one body occupies. */
export interface Reservation {
  /** Adds bytes. Above a limit, the budget calls `end` of this body or of a different one. */
  hold(bytes: number): void;
  /** Marks the body as complete, so that the budget no longer ends it. */
  arrived(): void;
  /** Releases all bytes. A second call does nothing. */
  release(): void;
}

interface Body {
  requester: string;
  bytes: number;
  /** The start time on the monotonic clock, in ms. */
  startedAt: number;
  isArriving: boolean;
  end: (reason: DomainError) => void;
}

/**
 * A body up to this size, in bytes, is ended only if there is no larger body, because it would free little
 * memory.
 */
const SMALL = 16_000;
/**
 * The minimum age, in ms, for computing the speed of a body, so that a fast first chunk has little weight.
 */
const YOUNGEST = 1_000;
/** The seconds after which the sender can retry, if the budget ended the body. */
const RETRY_AFTER = 10;

/**
 * Limits how many bytes of incoming bodies a process holds, in memory or on disk. Above the limit of a
 * requester or of the process, the budget ends the slowest body: an attacker sends slowly to occupy memory,
 * while an honest form is soon complete.
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

  /**
   * Ends the slowest of these bodies.
   * @returns false if there was no body to end
   */
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
     * @param requester the account, or the IP address of a visitor
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
    /** The number of bytes that all bodies occupy now. */
    held: () => held,
  };
}
