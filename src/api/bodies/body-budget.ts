import { DomainError } from "../../shared/errors.ts";

export interface BudgetLimits {
  /** The bytes of all bodies of a process together. */
  process: number;
  /** The bytes of all bodies of one requester together. */
  requester: number;
}

/** The bytes that one body holds. */
export interface Holding {
  /** Adds bytes. The budget calls `end` of a body that must give way, of this one or another. */
  hold(bytes: number): void;
  /** The body is whole now, and no longer gives way. */
  arrived(): void;
  /** Gives everything back. A second call does nothing. */
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

/** A body that holds less gives way to nobody, because ending it would free next to nothing. In bytes. */
const TOO_SMALL = 16_000;
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
  const bodies = new Set<Body>();
  const heldBy = new Map<string, number>();
  let held = 0;

  function add(body: Body, bytes: number): void {
    body.bytes += bytes;
    held += bytes;
    const sum = (heldBy.get(body.requester) ?? 0) + bytes;
    if (sum > 0) heldBy.set(body.requester, sum);
    else heldBy.delete(body.requester);
  }

  function release(body: Body): void {
    if (bodies.delete(body)) add(body, -body.bytes);
  }

  const rateOf = ({ bytes, startedAt }: Body): number => bytes / Math.max(clock() - startedAt, YOUNGEST);

  /** Ends the slowest body of a requester. @returns whether there was one to end */
  function endSlowest(requester: string): boolean {
    let slowest: Body | undefined;
    for (const body of bodies) {
      if (body.requester !== requester || !body.isArriving || body.bytes < TOO_SMALL) continue;
      if (!slowest || rateOf(body) < rateOf(slowest)) slowest = body;
    }
    if (!slowest) return false;
    release(slowest);
    slowest.end(new DomainError("unavailable", { retryAfter: RETRY_AFTER }));
    return true;
  }

  /** The requesters who hold the most first. */
  const byBytes = (): string[] =>
    [...heldBy].toSorted(([, a], [, b]) => b - a).map(([requester]) => requester);

  return {
    /**
     * @param requester the person, or the network address of a visitor
     * @param end ends the body; called at most once
     */
    begin(requester: string, end: (reason: DomainError) => void): Holding {
      const body: Body = { requester, bytes: 0, startedAt: clock(), isArriving: true, end };
      bodies.add(body);
      return {
        hold(bytes) {
          if (!bodies.has(body)) return;
          add(body, bytes);
          while ((heldBy.get(requester) ?? 0) > limits.requester && endSlowest(requester));
          while (held > limits.process && byBytes().some(endSlowest));
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
