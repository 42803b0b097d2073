import type { JobTable, Query } from "../db/schema/schema.ts";
import { afterCommit } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import type { Claim, JobsRepo } from "./jobs.repo.ts";
import { type JobChoice, type Lane, lanes } from "./lanes.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** How long a claim holds, in ms: well above what a runner lets one job take. */
export const LEASE = 90 * SECOND;
export const MAX_ATTEMPTS = 8;
/** Pauses between attempts, in ms: they add up to about a day, so that a mail server may be down for a night. */
const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 12 * HOUR;
const GROWTH = 4;

const MAILS: JobChoice = { lanes: [lanes.mail] };

export interface JobsDependencies {
  jobsRepo: JobsRepo;
  clock: () => number;
  /** From 0 to 1, for the jitter. */
  random?: () => number;
}

/** A job: a handler's kind, and its JSON. */
export interface NewJob {
  kind: string;
  payload: unknown;
  /** The earliest time to run, in epoch milliseconds. If left out, at once. */
  runAt?: number;
  /** Its lane. If left out, the lane of mails. */
  lane?: Lane;
  /** The id of the account that the job works for. If left out, the archive itself. */
  owner?: string;
  /** The key to find the job by. */
  subject?: string;
}

/** Work that outlives its request: kept in the database, tried again until it is done or given up. */
export function createJobsService({ jobsRepo, clock, random = Math.random }: JobsDependencies) {
  const listeners = new Set<() => void>();
  const wake = () => {
    for (const listener of listeners) listener();
  };

  return {
    /**
     * Keeps jobs for the runners.
     * @param within a transaction to be part of: the jobs exist if and only if it commits, and runners of this
     *   process learn of them then
     */
    async enqueue(newJobs: NewJob[], within?: Query): Promise<void> {
      const now = clock();
      // Jobs of one call keep their order.
      const ids = newJobs.map(() => newId(now)).toSorted();
      const rows = newJobs.map(({ kind, payload, lane, owner, subject, runAt = now }, index): JobTable => ({
        id: ids[index] as string,
        kind,
        payload: JSON.stringify(payload),
        lane: lane ?? lanes.mail,
        owner: owner ?? "",
        subject: subject ?? null,
        state: "queued",
        attempts: 0,
        runAt,
        leaseUntil: null,
        lastError: null,
        createdAt: now,
        updatedAt: now,
      }));
      await jobsRepo.insert(rows, within);
      afterCommit(within, wake);
    },

    /** @returns a function that ends the subscription */
    onWake(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /**
     * Claims the next job in turn for `LEASE` ms, and buries jobs whose runners died too often.
     * @param choice if left out, mails
     */
    async claim(choice: JobChoice = MAILS): Promise<JobTable | undefined> {
      for (;;) {
        const job = await jobsRepo.claim(clock(), clock() + LEASE, choice);
        if (!job || job.attempts <= MAX_ATTEMPTS) return job;
        await jobsRepo.giveBack(job, {
          state: "dead",
          attempts: MAX_ATTEMPTS,
          lastError: "lease lapsed",
          updatedAt: clock(),
        });
      }
    },

    /** Queues jobs again that were given up. @param kinds of handlers */
    async retryDead(kinds: readonly string[]): Promise<void> {
      await jobsRepo.retryDead(kinds, clock());
      wake();
    },

    /** Holds a claim for another `LEASE` ms. @returns false where it had lapsed and the job is another runner's */
    renew: (claim: Claim): Promise<boolean> => jobsRepo.renew(claim, clock() + LEASE),

    /** @returns false where the lease lapsed meanwhile and the job is another runner's */
    finish: (claim: Claim): Promise<boolean> => jobsRepo.remove(claim),

    /**
     * Puts a failed job off, longer each time, or gives it up after its last attempt.
     * @returns what became of it; undefined where the lease had lapsed
     */
    async fail(claim: Claim, error: unknown): Promise<"queued" | "dead" | undefined> {
      const now = clock();
      const state = claim.attempts >= MAX_ATTEMPTS ? "dead" : "queued";
      const runAt = now + pause(claim.attempts, random());
      const kept = await jobsRepo.giveBack(claim, {
        state,
        runAt,
        lastError: errorCodes(error),
        updatedAt: now,
      });
      return kept ? state : undefined;
    },

    /**
     * Hands an interrupted job to the next runner at once.
     * @param attempts the new count of attempts. If left out, this attempt does not count
     */
    async release(claim: Claim, attempts = claim.attempts - 1): Promise<void> {
      await jobsRepo.giveBack(claim, { state: "queued", attempts, updatedAt: clock() });
    },

    /** Counts a runner's time for the job's owner. @param ms how long */
    charge: (owner: string, ms: number): Promise<void> => jobsRepo.charge(clock(), owner, Math.round(ms)),

    /**
     * Decides whether a running job gives way to a person without a running job: at once if its owner has another running
     * job, and after the patience of the choice if its owner has used more.
     * @param ranMs how long it has run, in ms
     * @returns "second" or "slow" by the reason; undefined if it goes on
     */
    async yieldsFor(job: JobTable, choice: JobChoice, ranMs: number): Promise<"second" | "slow" | undefined> {
      const now = clock();
      const next = await jobsRepo.next(now, choice);
      if (!next || next.held > 0 || next.owner === job.owner) return undefined;
      const order: readonly string[] = choice.lanes;
      if (order.indexOf(next.lane) > order.indexOf(job.lane)) return undefined;
      if ((await jobsRepo.secondOf(job.owner, now, choice)) === job.id) return "second";
      const patience = (choice.patience ?? Infinity) * 2 ** (job.attempts - 1);
      const isSlow = ranMs >= patience && next.turnMs <= (await jobsRepo.turnOf(now, job.owner)) + ranMs;
      return isSlow ? "slow" : undefined;
    },

    /** Forgets the use of earlier days. */
    deleteUse: (): Promise<void> => jobsRepo.deleteUse(clock()),
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
