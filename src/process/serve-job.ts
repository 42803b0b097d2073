import { loadEnv } from "../config/env.ts";
import { watchChild } from "../server/files/index.ts";
import type { JobKinds, JobTable } from "../server/platform/index.ts";
import { openArchive } from "./open-archive.ts";
import { recogniserOf, strangerJobs } from "./stranger-jobs.ts";

/** Tells the server how the job ended: that the job is done, or the parts of its error that the job's row may keep. */
export type JobReply =
  | { done: true }
  | { error: { name: string; code?: unknown; responseCode?: unknown; retryAfter?: unknown } };

/**
 * Runs one job in this process, whose parent is a server. The server takes the signals of the system, and ends this process.
 * @param planted changes the kinds of job; only tests plant faults
 */
export async function serveJob(planted: (kinds: JobKinds) => JobKinds = (kinds) => kinds): Promise<void> {
  const [, , memoryLimit = 0, parent = 0] = process.argv.map(Number);
  // A terminal or a service manager sends the signal to the whole group, and a planned stop is no death of the job.
  process
    .on("SIGTERM", () => {})
    .on("SIGINT", () => {})
    .on("SIGHUP", () => {});
  const env = loadEnv();
  const { services } = await openArchive(env, { changesNothing: true, isForOneJob: true });
  const kinds = planted(
    Object.assign({}, ...Object.values(strangerJobs(services, recogniserOf(env, 1)))) as JobKinds,
  );
  process.once("message", (job: JobTable) => void answer(kinds, job));
  watchChild(memoryLimit, parent);
}

async function answer(kinds: JobKinds, job: JobTable): Promise<void> {
  try {
    await kinds[job.kind]?.run(job, new AbortController().signal);
    process.send?.({ done: true } satisfies JobReply);
  } catch (error) {
    const { name, code, responseCode, retryAfter } = error as Extract<JobReply, { error: unknown }>["error"];
    process.send?.({ error: { name, code, responseCode, retryAfter } } satisfies JobReply);
  }
}
