import type { JobTable, Query } from "../db/schema/schema.ts";
import { afterCommit } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { currentRequestId } from "../request-scope.ts";
import type { Claim } from "./job-turns.repo.ts";
import { DIED, type JobsRepo } from "./jobs.repo.ts";
import { type JobChoice, type Lane, lanes } from "./lanes.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** How long a claim is valid without renewal, in ms: much longer than the limit of one job. */
export const LEASE = 90 * SECOND;
export const MAX_ATTEMPTS = 8;
/** After so many deaths, a job on the bytes of a stranger gets a process of its own. */
const MAX_DEATHS = 2;
/** How long a death makes the other jobs of its account run in processes of their own, in ms: a week. */
const DEATHS_COUNT = 7 * 86_400_000;
/** How much the clocks of two servers of an archive may differ, in ms. */
const CLOCK_MARGIN = 60 * SECOND;
/**
 * The first pause between attempts, in ms. All pauses together last about a day, so a mail server may be down
 * for a night.
 */
const FIRST_PAUSE = 30 * SECOND;
const LONGEST_PAUSE = 12 * HOUR;
const GROWTH = 4;

const MAILS: JobChoice = { lanes: [lanes.mail] };

export interface JobsDependencies {
  jobsRepo: JobsRepo;
  clock: () => number;
  /** A random number from 0 to 1, for the jitter. */
  random?: () => number;
}

/** A new job: the kind of its handler, and its data as JSON. */
export interface NewJob {
  kind: string;
  payload: unknown;
  /** The earliest time to run, in epoch milliseconds. By default, the job runs at once. */
  runAt?: number;
  /** The lane. The default is the lane of mails. */
  lane?: Lane;
  /** The id of the account that the job works for. The default is the archive itself. */
  owner?: string;
  /** A key to find the job. */
  subject?: string;
}

/**
 * Work that outlives its request. The database stores each job, and runners retry the job until it succeeds
 * or has no attempts left.
 */
export function createJobsService({ jobsRepo, clock, random = Math.random }: JobsDependencies) {
  const listeners = new Set<() => void>();
  const wake = () => {
    for (const listener of listeners) listener();
  };

  return {
    /**
     * Stores jobs for the runners, with the id of the current request.
     * @param within the caller's transaction: the jobs exist only if the transaction commits, and runners of
     * this process are notified after the commit
     */
    async enqueue(newJobs: NewJob[], within?: Query): Promise<void> {
      const now = clock();
      // The ids are sorted, so that the jobs of one call keep their order.
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
        deaths: 0,
        runAt,
        leaseUntil: null,
        lastError: null,
        requestId: currentRequestId() ?? null,
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
     * Claims the job whose turn is next, for `LEASE` ms. A job whose process died runs again at once, and after further
     * deaths waits longer each time. A job that was interrupted too often becomes dead.
     * @param choice which jobs to claim; the default is mails
     */
    async claim(choice: JobChoice = MAILS): Promise<JobTable | undefined> {
      for (;;) {
        const waitAfter = (deaths: number) => (deaths < 2 ? 0 : pause(deaths - 1, random()));
        const job = await jobsRepo.claim(clock(), clock() + LEASE, choice, waitAfter);
        if (!job || triesOf(job) <= MAX_ATTEMPTS) return job;
        await jobsRepo.giveBack(job, {
          state: "dead",
          attempts: job.attempts - 1,
          lastError: "interrupted",
          updatedAt: clock(),
        });
      }
    },

    /** Queues dead jobs again. @param kinds of their handlers */
    async retryDead(kinds: readonly string[]): Promise<void> {
      await jobsRepo.retryDead(kinds, clock());
      wake();
    },

    /** Extends a claim by `LEASE` ms. @returns false if the lease expired and another runner has the job */
    renew: (claim: Claim): Promise<boolean> => jobsRepo.renew(claim, clock() + LEASE),

    /** @returns false if the lease expired and another runner has the job */
    finish: (claim: Claim): Promise<boolean> => jobsRepo.remove(claim),

    /**
     * Delays a failed job, longer each time, or marks it as dead after its last attempt.
     * @param error its `retryAfter` is the shortest delay, in ms
     * @returns the job's new state; undefined if the lease had expired
     */
    async fail(claim: Claim, error: unknown): Promise<"queued" | "dead" | undefined> {
      const now = clock();
      const state = triesOf(claim) >= MAX_ATTEMPTS ? "dead" : "queued";
      const runAt = now + Math.max(pause(triesOf(claim), random()), shortestDelay(error));
      const kept = await jobsRepo.giveBack(claim, {
        state,
        runAt,
        lastError: errorCodes(error),
        updatedAt: now,
      });
      return kept ? state : undefined;
    },

    /**
     * Says whether a job on the bytes of a stranger needs a process of its own: after two deaths of this job, or of jobs of
     * the same account in the last days.
     */
    async needsOwnProcess({ deaths, owner }: Pick<JobTable, "deaths" | "owner">): Promise<boolean> {
      if (deaths >= MAX_DEATHS) return true;
      return owner !== "" && (await jobsRepo.deathsOf(owner, clock() - DEATHS_COUNT)) >= MAX_DEATHS;
    },

    /** Ends a job for good, because a process of its own died of it. */
    async bury(claim: Claim): Promise<void> {
      const changes = { state: "dead" as const, deaths: claim.deaths + 1, lastError: DIED };
      await jobsRepo.giveBack(claim, { ...changes, updatedAt: clock() });
    },

    /**
     * Gives an interrupted job to the next runner at once.
     * @param attempts the new number of attempts. By default, this attempt does not count
     */
    async release(claim: Claim, attempts = claim.attempts - 1): Promise<void> {
      await jobsRepo.giveBack(claim, { state: "queued", attempts, updatedAt: clock() });
    },

    /** Counts a runner's time for the job's owner. @param ms the time of the job */
    charge: (owner: string, ms: number): Promise<void> => jobsRepo.charge(clock(), owner, Math.round(ms)),

    /**
     * Whether a running job must give way to an owner without a running job. The job gives way at once if its
     * owner has another running job, and after the choice's time slice if its owner has used more time.
     * @param ranMs how long the job has run, in ms
     * @returns the reason, "second" or "slow"; undefined if the job continues
     */
    async yieldsFor(job: JobTable, choice: JobChoice, ranMs: number): Promise<"second" | "slow" | undefined> {
      const now = clock();
      const next = await jobsRepo.next(now, choice);
      if (!next || next.held > 0 || next.owner === job.owner) return undefined;
      const order: readonly string[] = choice.lanes;
      if (order.indexOf(next.lane) > order.indexOf(job.lane)) return undefined;
      if ((await jobsRepo.secondOf(job.owner, now, choice)) === job.id) return "second";
      const timeSlice = (choice.timeSlice ?? Infinity) * 2 ** (triesOf(job) - 1);
      const isSlow = ranMs >= timeSlice && next.turnMs <= (await jobsRepo.turnOf(now, job.owner)) + ranMs;
      return isSlow ? "slow" : undefined;
    },

    /**
     * Must be called after the clock of a server was set back: otherwise a job from a clock that was a day
     * ahead would wait for a day.
     */
    async followClock(): Promise<void> {
      const now = clock();
      await jobsRepo.followClock(now, now + CLOCK_MARGIN, now + LEASE);
      wake();
    },

    /** Deletes the use of earlier days. */
    deleteUse: (): Promise<void> => jobsRepo.deleteUse(clock()),
  };
}

/**
 * The wait after a failed attempt, in ms. Jitter spreads the retries of jobs that failed at the same time.
 * @param attempts so far, 1 or more
 * @param random from 0 to 1
 */
export function pause(attempts: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH ** (attempts - 1));
  return Math.round(longest * (0.5 + random / 2));
}

/** How often a job was tried, without the attempts whose process died. */
export const triesOf = ({ attempts, deaths }: Pick<JobTable, "attempts" | "deaths">): number =>
  attempts - deaths;

/** The delay that an error asks for, in ms. */
function shortestDelay(error: unknown): number {
  const { retryAfter } = error instanceof Error ? (error as { retryAfter?: unknown }) : {};
  return typeof retryAfter === "number" ? Math.min(LONGEST_PAUSE, retryAfter) : 0;
}

/** An error's name and codes. The message is left out, because mail servers quote addresses in messages. */
export function errorCodes(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [error.name, code, responseCode]
    .filter((part) => /^[\w.-]{1,60}$/.test(String(part ?? "")))
    .join(" ");
}

export type JobsService = ReturnType<typeof createJobsService>;
