/**
 * A process that runs the jobs of an archive in one lane until none is due, as a server does. A planted fault makes one kind
 * of job kill it.
 */
import { fileURLToPath } from "node:url";
import { prepareArchive } from "./dying-archive.ts";
import { createJobRunner, type JobChoice } from "../../../src/server/platform/index.ts";
import { createRunApart } from "../../../src/process/run-apart.ts";

/** The input of the process, as JSON in its last argument. */
export interface DyingRunnerOptions {
  /** The time of the archive, in epoch milliseconds. */
  now: number;
  /** Without it, the process only sends the kinds of job, and whose bytes they read. */
  choice?: JobChoice;
}

const { now, choice } = JSON.parse(process.argv.at(-1) ?? "") as DyingRunnerOptions;
const { services, handlers } = await prepareArchive(now);
const program = fileURLToPath(new URL("./planted-job.ts", import.meta.url));
const log = {
  failed: (facts: object) => process.send?.(facts),
  error: (error: unknown) => process.send?.(String(error)),
};
if (choice)
  await createJobRunner({
    jobs: services.jobs,
    handlers,
    choice,
    runApart: createRunApart({ program }),
    limit: 600_000,
    log,
  }).drain();
else for (const [kind, { bytes }] of Object.entries(handlers)) process.send?.([kind, bytes]);
process.exit(0);
