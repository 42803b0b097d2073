/**
 * A thread that ends the child process if the process uses too much memory or processor time, or if the server has
 * died. The main thread can't check this while a library works on a hostile file.
 */
import { workerData } from "node:worker_threads";

export interface WatchdogLimits {
  /** The id of the server's process. */
  parent: number;
  /** In bytes. */
  memoryLimit: number;
  /** The processor time of the process at which it ends, in µs. The main thread sets it before each task. */
  timeLimit?: BigInt64Array<SharedArrayBuffer>;
}

/**
 * The server passes `parent`: if the server died before this line, `process.ppid` is already a different
 * process.
 */
const { parent, memoryLimit, timeLimit } = workerData as WatchdogLimits;
/** The time between checks, in ms. */
const POLL_INTERVAL = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit || process.ppid !== parent || isOverTime())
    process.kill(process.pid, "SIGKILL");
}, POLL_INTERVAL);

function isOverTime(): boolean {
  const { user, system } = process.cpuUsage();
  return timeLimit !== undefined && user + system > Number(Atomics.load(timeLimit, 0));
}
