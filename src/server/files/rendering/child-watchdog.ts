/**
 * A thread of the child process that ends it when it takes too much memory, or when the server is gone: a library that
 * is busy with a hostile file hears nothing of either.
 */
import { workerData } from "node:worker_threads";

/** `parent` as the server knows its own id: who asks only here may see the id of who adopts orphans. */
const { parent, memoryLimit } = workerData as { parent: number; memoryLimit: number };
/** In ms. */
const POLL_INTERVAL = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit || process.ppid !== parent)
    process.kill(process.pid, "SIGKILL");
}, POLL_INTERVAL);
