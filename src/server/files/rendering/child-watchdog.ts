/**
 * A thread of the child process. It ends the process if it uses too much memory or if the server died. The
 * main thread can't check this while a library works on a hostile file.
 */
import { workerData } from "node:worker_threads";

/**
 * `parent` comes from the server: if the server died before this line, `process.ppid` is already another
 * process.
 */
const { parent, memoryLimit } = workerData as { parent: number; memoryLimit: number };
/** The time between checks, in ms. */
const POLL_INTERVAL = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit || process.ppid !== parent)
    process.kill(process.pid, "SIGKILL");
}, POLL_INTERVAL);
