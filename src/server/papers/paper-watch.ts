/**
 * A thread of the child process that ends it when it takes too much memory, or when the server is gone: a library that
 * is busy with a hostile file hears nothing of either.
 */
import { workerData } from "node:worker_threads";

const { parent, memoryLimit } = workerData as { parent: number; memoryLimit: number };
/** In ms. */
const LOOK_EVERY = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit || process.ppid !== parent)
    process.kill(process.pid, "SIGKILL");
}, LOOK_EVERY);
