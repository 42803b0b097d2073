import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import type { WatchdogLimits } from "./child-watchdog.ts";

/** In a millisecond. */
const MICROSECONDS = 1_000;
/** A year, in ms. */
const NO_LIMIT = 365 * 86_400_000;

/**
 * Puts a child process that opens untrusted files under its limits: a lower priority than the server's, a watchdog, and an
 * end with the server. Then it tells the server that it is ready.
 * @param memoryLimit in bytes
 * @param parent the id of the server's process
 * @param taskTime the processor time of one task, in ms; by default, there is no limit
 * @returns gives the next task its processor time; other processes on a busy machine don't count
 */
export function watchChild(memoryLimit: number, parent: number, taskTime = NO_LIMIT): () => void {
  /** The processor time at which the watchdog ends the process, in µs. */
  const timeLimit = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  const allowTime = () => {
    const { user, system } = process.cpuUsage();
    Atomics.store(timeLimit, 0, BigInt(user + system + taskTime * MICROSECONDS));
  };
  allowTime();
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.on("disconnect", () => process.exit());
  // The server may have died before this process added its "disconnect" listener.
  if (!process.connected) process.exit();
  new Worker(new URL("./child-watchdog.ts", import.meta.url), {
    workerData: { parent, memoryLimit, timeLimit } satisfies WatchdogLimits,
  }).once("online", () => process.send?.("ready"));
  return allowTime;
}
