import { fileURLToPath } from "node:url";
import { MB } from "../shared/text/bytes.ts";
import { startChild } from "../server/files/index.ts";
import { ProcessDied, type RunApart } from "../server/platform/index.ts";
import type { JobReply } from "./serve-job.ts";

export interface RunApartOptions {
  /** The program of the process. */
  program?: string;
  /** The environment of the process. By default, it is the server's. */
  env?: NodeJS.ProcessEnv;
}

const PROGRAM = fileURLToPath(new URL("./job-process.ts", import.meta.url));
/** The limits of the process: of V8's heap, in MiB, and of all its memory, in bytes. */
const HEAP = 256;
const MEMORY_LIMIT = 768 * MB;
/** How long the process may take to open the archive, in ms. A busy machine is slow. */
const START_LIMIT = 60_000;

/** The process did not start, or could not open the archive. The job is not to blame. */
class JobNotStarted extends Error {
  override name = "JobNotStarted";
}

/**
 * Creates the function that runs a job in a process of its own, with little memory and own connections to the database. If
 * the process dies, the server lives, and the job throws `ProcessDied`.
 */
export function createRunApart({ program = PROGRAM, env }: RunApartOptions = {}): RunApart {
  return async function runApart(job, signal) {
    const { alive, end, ask } = await startChild(program, {
      args: [MEMORY_LIMIT, process.pid].map(String),
      heap: HEAP,
      startLimit: START_LIMIT,
      ...(env && { env }),
    });
    const stop = () => void end();
    signal.addEventListener("abort", stop);
    try {
      signal.throwIfAborted();
      if (!alive()) throw new JobNotStarted();
      const answer = await ask<JobReply>({ ...job });
      signal.throwIfAborted();
      if (!("reply" in answer)) throw new ProcessDied();
      if ("error" in answer.reply) throw Object.assign(new Error(), answer.reply.error);
    } finally {
      signal.removeEventListener("abort", stop);
      await end();
    }
  };
}
