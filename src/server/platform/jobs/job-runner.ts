import type { JobTable } from "../db/schema/schema.ts";
import { errorCodes, type JobsService, LEASE } from "./jobs.service.ts";
import type { JobChoice } from "./lanes.ts";

/** How often to look for jobs that other processes enqueued or that were put off, in ms. */
const POLL_INTERVAL = 2_000;
/** How long one job may take, in ms. */
const JOB_LIMIT = 30_000;
/** How long the running job may take once the runner is to stop, in ms. */
const GRACE = 8_000;

/**
 * Does one job. It may run again after it succeeded, where the runner died before it could tell; so it must bear that.
 * @param signal aborts when the job takes too long or the runner has to stop
 */
export type Handler = (job: JobTable, signal: AbortSignal) => Promise<void>;

export interface JobRunnerOptions {
  jobs: JobsService;
  /** By kind of job. */
  handlers: Record<string, Handler>;
  log: JobRunnerLog;
  /** Which jobs it takes. If left out, mails. */
  choice?: JobChoice;
  /** Whether to take jobs at this moment. Left out: always. */
  mayWork?: () => Promise<boolean>;
  /** For one job, in ms. */
  limit?: number;
}

/** Facts without personal data. */
export interface JobRunnerLog {
  /** A job failed and was put off, or given up (`dead`). */
  failed(facts: { id: string; kind: string; attempts: number; state: string; error: string }): void;
  /** The job table could not be read or written; the runner goes on at its next look. */
  error(error: unknown): void;
}

/** Does the jobs that are due, one after another. Any number of runners may share a database. */
export function createJobRunner(options: JobRunnerOptions) {
  const { jobs, handlers, log, choice, mayWork, limit = JOB_LIMIT } = options;
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
      await run(job);
    }
  }

  async function run(job: JobTable): Promise<void> {
    const controller = new AbortController();
    const since = performance.now();
    current = { job, since, controller };
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(new JobError("TooSlow")), limit).unref();
    // Long work keeps its claim, and loses it soon after its process dies.
    const renewal = setInterval(() => void jobs.renew(job).catch(log.error), LEASE / 3).unref();
    try {
      // A handler that ignores its signal must not hold the runner up.
      await Promise.race([handle(job, signal), aborted(signal)]).finally(() => charge(job, since));
      await jobs.finish(job);
    } catch (error) {
      if (signal.reason instanceof Interrupted) return await jobs.release(job, signal.reason.attempts);
      const cause = signal.aborted ? signal.reason : error;
      const state = (await jobs.fail(job, cause)) ?? "taken over";
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
    // A slow job keeps its attempt, so that its next try gets twice as long.
    if (reason) controller.abort(new Interrupted(reason === "slow" ? job.attempts : undefined));
  }

  async function handle(job: JobTable, signal: AbortSignal): Promise<void> {
    const handler = handlers[job.kind];
    if (!handler) throw new JobError("UnknownKind");
    await handler(job, signal);
  }

  function look(): void {
    lookAgain = running !== undefined;
    if (stopping.signal.aborted) return;
    if (running) return void giveWay().catch(log.error);
    running = drain()
      .catch(log.error)
      .finally(() => {
        running = undefined;
        if (lookAgain) look();
      });
  }

  return {
    /** Looks for work now, whenever this process enqueues some, and every two seconds. */
    start(): void {
      const timer = setInterval(look, POLL_INTERVAL).unref();
      const unsubscribe = jobs.onWake(look);
      end = () => {
        clearInterval(timer);
        unsubscribe();
      };
      look();
    },

    /** Does everything that is due at this moment. @throws the database's error */
    drain,

    /**
     * Takes no more jobs and waits for the running one.
     * @param grace in ms; a job that takes longer is interrupted and left to the next runner
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
  /** The new count of attempts; undefined if this attempt does not count. */
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
