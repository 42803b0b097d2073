import type { JobTable, Query } from "../db/schema.ts";
import { newId } from "../ids.ts";
import type { Claim, JobChoice, JobsRepo } from "./jobs.repo.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** How long a claim holds, in ms: well above what a worker lets one job take. */
export const LEASE = 90 * SECOND;
export const MAX_ATTEMPTS = 8;
/** Pauses between attempts, in ms: they add up to about a day, so that a mail server may be down for a night. */
const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 12 * HOUR;
const GROWTH = 4;

export interface JobsDependencies {
  jobs: JobsRepo;
  clock: () => number;
  /** From 0 to 1, for the jitter. */
  random?: () => number;
}

/** What is to be done: a handler's kind, and whatever JSON it takes. */
export interface Order {
  kind: string;
  payload: unknown;
  /** Not before then, in epoch milliseconds. Left out: at once. */
  runAt?: number;
}

/** Work that outlives its request: kept in the database, tried again until it is done or given up. */
export function createJobsService({ jobs, clock, random = Math.random }: JobsDependencies) {
  const listeners = new Set<() => void>();
  const wake = () => {
    for (const listener of listeners) listener();
  };

  return {
    /**
     * Keeps jobs for the workers.
     * @param within a transaction to be part of: the jobs exist if and only if it commits. Call `wake` after it,
     *   or the workers find them at their next look
     */
    async enqueue(orders: Order[], within?: Query): Promise<void> {
      const now = clock();
      const rows = orders.map(({ kind, payload, runAt = now }): JobTable => ({
        id: newId(now),
        kind,
        payload: JSON.stringify(payload),
        state: "queued",
        attempts: 0,
        runAt,
        leaseUntil: null,
        lastError: null,
        createdAt: now,
        updatedAt: now,
      }));
      await jobs.insert(rows, within);
      if (!within) wake();
    },

    /** Tells the workers of this process that there may be work. */
    wake,

    /** @returns a function that ends the subscription */
    onWake(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** The next job that is due, claimed for `LEASE` ms; jobs whose workers died too often are buried on the way. */
    async claim(choice?: JobChoice): Promise<JobTable | undefined> {
      for (;;) {
        const job = await jobs.claim(clock(), clock() + LEASE, choice);
        if (!job || job.attempts <= MAX_ATTEMPTS) return job;
        await jobs.giveBack(job, {
          state: "dead",
          attempts: MAX_ATTEMPTS,
          lastError: "lease lapsed",
          updatedAt: clock(),
        });
      }
    },

    /** Holds a claim for another `LEASE` ms. @returns false where it had lapsed and the job is another worker's */
    renew: (claim: Claim): Promise<boolean> => jobs.renew(claim, clock() + LEASE),

    /** @returns false where the lease lapsed meanwhile and the job is another worker's */
    finish: (claim: Claim): Promise<boolean> => jobs.remove(claim),

    /**
     * Puts a failed job off, longer each time, or gives it up after its last attempt.
     * @returns what became of it; undefined where the lease had lapsed
     */
    async fail(claim: Claim, error: unknown): Promise<"queued" | "dead" | undefined> {
      const now = clock();
      const state = claim.attempts >= MAX_ATTEMPTS ? "dead" : "queued";
      const runAt = now + pause(claim.attempts, random());
      const kept = await jobs.giveBack(claim, { state, runAt, lastError: errorCodes(error), updatedAt: now });
      return kept ? state : undefined;
    },

    /** Hands an interrupted job to the next worker at once; the attempt does not count. */
    async release(claim: Claim): Promise<void> {
      await jobs.giveBack(claim, { state: "queued", attempts: claim.attempts - 1, updatedAt: clock() });
    },
  };
}

/**
 * How long to wait after a failed attempt, in ms. Jitter keeps jobs that failed together from coming back together.
 * @param attempts so far, 1 or more @param random from 0 to 1
 */
export function pause(attempts: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH ** (attempts - 1));
  return Math.round(longest * (0.5 + random / 2));
}

/** An error's name and codes. Its message stays out: mail servers quote addresses in theirs. */
export function errorCodes(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [error.name, code, responseCode]
    .filter((part) => /^[\w.-]{1,60}$/.test(String(part ?? "")))
    .join(" ");
}

export type JobsService = ReturnType<typeof createJobsService>;
