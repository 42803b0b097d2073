/**
 * The child process that opens untrusted files, one at a time. It has no environment variables, no secrets,
 * and no right to write files or start programs.
 */
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { openPaper } from "./paper-file.ts";
import type { WatchdogLimits } from "./child-watchdog.ts";
import type { PaperReply, PaperRequest } from "./paper-messages.ts";
import { PaperRefused } from "./paper-refused.ts";
import { paperTasks } from "./paper-tasks.ts";

const [, , memoryLimit = 0, parent = 0, taskTime = 0] = process.argv.map(Number);
/** In a millisecond. */
const MICROSECONDS = 1_000;
/** The processor time at which the watchdog ends the process, in µs. */
const timeLimit = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
allowTime();

// A lower priority than the server process.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);

process.on("message", (request: PaperRequest) => void answer(request));
process.on("disconnect", () => process.exit());
// The server may have died before this process added its "disconnect" listener.
if (!process.connected) process.exit();
new Worker(new URL("./child-watchdog.ts", import.meta.url), {
  workerData: { parent, memoryLimit, timeLimit } satisfies WatchdogLimits,
}).once("online", () => process.send?.("ready"));

/** Gives the next task its processor time. Other processes on a busy machine don't count. */
function allowTime(): void {
  const { user, system } = process.cpuUsage();
  Atomics.store(timeLimit, 0, BigInt(user + system + taskTime * MICROSECONDS));
}

async function answer(request: PaperRequest): Promise<void> {
  allowTime();
  process.send?.(await replyTo(request));
}

async function replyTo({ task, source, ...input }: PaperRequest): Promise<PaperReply> {
  try {
    return { value: await paperTasks[task](await openPaper(source), input) };
  } catch (error) {
    if (error instanceof PaperRefused) return { refusal: error.refusal, spent: false };
    // PDFium throws these errors if it gets no more memory or nests too deep.
    const exhausted = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    return { refusal: exhausted ? "file_too_heavy" : "file_unreadable", spent: true };
  }
}
