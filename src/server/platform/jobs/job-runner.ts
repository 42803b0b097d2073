import type { JobTable } from "../db/schema/schema.ts";
import { ProcessDied } from "./process-died.ts";
import { errorCodes, type JobsService, LEASE, triesOf } from "./jobs.service.ts";
import { inRequest } from "../request-scope.ts";
import type { JobChoice } from "./lanes.ts";

/** How often to look for delayed jobs and jobs of other processes, in ms. */
const POLL_INTERVAL = 2_000;
/** The time limit for one job, in ms. */
const JOB_LIMIT = 30_000;
/** How long the running job may continue after `stop`, in ms. */
const GRACE = 8_000;

/**
 * Runs one job. A job may run again after it succeeded, if the runner died before it recorded the success, so
 * a handler must be idempotent.
 * @param signal aborts when the job takes too long or the runner must stop
 */
export type Handler = (job: JobTable, signal: AbortSignal) => Promise<void>;

/**
 * A kind of job. Each kind says whose bytes it reads, because a process can die of them.
 *
 * A kind on our own data, such as a mail, is never refused: after each death it waits longer. A kind that reads the bytes of
 * a stranger runs in a process of its own after two deaths. If that process dies, too, the runner calls `refuse`, which tells
 * the owner, and nothing may enqueue the job again. `refuse` can run again if the runner dies meanwhile.
 */
export type JobKind =
  | { bytes: "ours"; run: Handler }
  | { bytes: "strangers"; run: Handler; refuse: (job: JobTable) => Promise<void> };

/** The kinds of job by name. */
export type JobKinds = Record<string, JobKind>;

/**
 * Runs a job in a process of its own.
 * @param signal ends the process
 * @throws ProcessDied; the error of the handler; the signal's reason
 */
export type RunApart = (job: JobTable, signal: AbortSignal) => Promise<void>;

export interface JobRunnerOptions {
  jobs: JobsService;
  /** The kinds of job that the runner can run. */
  handlers: JobKinds;
  log: JobRunnerLog;
  /** By default, a job with two deaths runs in this process, too. */
  runApart?: RunApart;
  /** Which jobs the runner claims. The default is mails. */
  choice?: JobChoice;
  /** Whether the runner may claim jobs now. By default, it always may. */
  mayWork?: () => Promise<boolean>;
  /** The time limit for one job, in ms. */
  limit?: number;
}

/** Log entries without personal data. */
export interface JobRunnerLog {
  /**
   * Logs that a job failed and waits for a retry, that its last attempt failed (`dead`), or that its own process died of it
   * (`refused`).
   */
  failed(facts: { id: string; kind: string; attempts: number; state: string; error: string }): void;
  /** Logs that a job succeeded. `ms` is the time of this attempt. By default, nothing is logged. */
  done?(facts: { id: string; kind: string; ms: number }): void;
  /** Logs that the job table could not be read or written. The runner retries at the next poll. */
  error(error: unknown): void;
}

/** Runs due jobs, one after another. Any number of runners can share a database. */
export function createJobRunner(options: JobRunnerOptions) {
  const { jobs, handlers, log, choice, mayWork, runApart, limit = JOB_LIMIT } = options;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let lookAgain = false;
  let current: { job: JobTable; since: number; controller: AbortController } | undefined;
  let end = () => {};

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (mayWork && !(await mayWork())) return;
      const job = await jobs.claim(choice);
      if (!job) return;
      await inRequest(job.requestId ?? undefined, () => run(job));
    }
  }

  async function run(job: JobTable): Promise<void> {
    const controller = new AbortController();
    const since = performance.now();
    current = { job, since, controller };
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(new JobError("TooSlow")), limit).unref();
    // The runner renews the claim of a long job. If the process dies, the claim soon expires.
    const renewal = setInterval(() => void jobs.renew(job).catch(log.error), LEASE / 3).unref();
    try {
      // A handler that ignores its signal must not block the runner.
      await Promise.race([handle(job, signal), aborted(signal)]).finally(() => charge(job, since));
      await jobs.finish(job);
      log.done?.({ id: job.id, kind: job.kind, ms: Math.round(performance.now() - since) });
    } catch (error) {
      if (signal.reason instanceof Interrupted) return await jobs.release(job, signal.reason.attempts);
      const cause = signal.aborted ? signal.reason : error;
      const state = await fail(job, cause);
      log.failed({ id: job.id, kind: job.kind, attempts: job.attempts, state, error: errorCodes(cause) });
    } finally {
      clearTimeout(timer);
      clearInterval(renewal);
      current = undefined;
    }
  }

  /** Counts the time for the job's owner, before a runner chooses the next job. */
  async function charge({ owner }: JobTable, since: number): Promise<void> {
    if (choice?.isShared) await jobs.charge(owner, performance.now() - since).catch(log.error);
  }

  /** Interrupts the running job if it must give way; see `yieldsFor`. */
  async function giveWay(): Promise<void> {
    if (!choice?.isShared || !current) return;
    const { job, since, controller } = current;
    const reason = await jobs.yieldsFor(job, choice, performance.now() - since);
    // The interruption of a slow job counts as an attempt, so the next attempt gets twice as much time.
    if (reason) controller.abort(new Interrupted(reason === "slow" ? job.attempts : undefined));
  }

  async function handle(job: JobTable, signal: AbortSignal): Promise<void> {
    const kind = handlers[job.kind];
    if (!kind) throw new JobError("UnknownKind");
    // A handler counts only the attempts that failed.
    const tried = { ...job, attempts: triesOf(job) };
    const isApart = runApart && kind.bytes === "strangers" && (await jobs.needsOwnProcess(job));
    await (isApart ? runApart(tried, signal) : kind.run(tried, signal));
  }

  /** Ends a claim after a failure, or for good if the job's own process died. @returns the state of the job, for the log */
  async function fail(job: JobTable, error: unknown): Promise<string> {
    const kind = handlers[job.kind];
    if (!(error instanceof ProcessDied) || kind?.bytes !== "strangers")
      return (await jobs.fail(job, error)) ?? "taken over";
    // If this process was paused, another runner may have the job now, and still need what a refusal removes.
    if (!(await jobs.renew(job))) return "taken over";
    try {
      await kind.refuse(job);
      await jobs.bury(job);
      return "refused";
    } catch (fault) {
      // The next attempt tells the owner.
      return (await jobs.fail(job, fault)) ?? "taken over";
    }
  }

  function look(): void {
    lookAgain = running !== undefined;
    if (stopping.signal.aborted) return;
    if (running) return void giveWay().catch(log.error);
    // A request can wake the runner, but the next job may belong to another request.
    running = inRequest(undefined, drain)
      .catch(log.error)
      .finally(() => {
        running = undefined;
        if (lookAgain) look();
      });
  }

  return {
    /** Starts to poll for jobs: every two seconds, and at once when this process enqueues a job. */
    start(): void {
      const timer = setInterval(look, POLL_INTERVAL).unref();
      const unsubscribe = jobs.onWake(look);
      end = () => {
        clearInterval(timer);
        unsubscribe();
      };
      look();
    },

    /** Runs all jobs that are due now. @throws the database's error */
    drain,

    /**
     * Claims no more jobs, and waits for the running job.
     * @param grace in ms; a job that takes longer is interrupted, and the next runner claims it
     */
    async stop(grace = GRACE): Promise<void> {
      stopping.abort();
      end();
      const timer = setTimeout(() => current?.controller.abort(new Interrupted()), grace).unref();
      await running;
      clearTimeout(timer);
    },
  };
}

class JobError extends Error {
  constructor(name: "TooSlow" | "UnknownKind") {
    super(name);
    this.name = name;
  }
}

class Interrupted extends Error {
  /** The new number of attempts; undefined if this attempt does not count. */
  readonly attempts: number | undefined;

  constructor(attempts?: number) {
    super("Interrupted");
    this.attempts = attempts;
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
