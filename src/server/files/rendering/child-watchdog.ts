/**
 * A thread that ends the child process if the process uses too much memory or the server has died. The main
 * thread can't check this while a library works on a hostile file.
 */
import { workerData } from "node:worker_threads";

/**
 * The server passes `parent`: if the server died before this line, `process.ppid` is already a different
 * process.
 */
const { parent, memoryLimit } = workerData as { parent: number; memoryLimit: number };
/** The time between checks, in ms. */
const POLL_INTERVAL = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit || process.ppid !== parent)
    process.kill(process.pid, "SIGKILL");
}, POLL_INTERVAL);
