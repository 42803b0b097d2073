import cluster from "node:cluster";
import type { Env } from "../config/env.ts";
import { collectAsWorker } from "./cluster-metrics.ts";
import type { ToWorker, FromWorker } from "./cluster-primary.ts";
import { serve } from "./server.ts";

/**
 * Runs one of several processes behind one port. The process starts its server when the primary sends the
 * worker number.
 */
export async function runClusterWorker(env: Env): Promise<void> {
  const tell = (message: FromWorker) => process.send?.(message);
  const workerNumber = await new Promise<number>((resolve) => {
    process.on("message", (message: ToWorker) => {
      if ("begin" in message) resolve(message.begin);
    });
    tell({ awaits: "begin" });
  });
  const { lines, stop } = await serve(env, { workerNumber, createCollector: collectAsWorker });
  let stopping = false;
  const end = async (isPatient: boolean) => {
    if (stopping) return;
    stopping = true;
    await stop(isPatient);
    cluster.worker?.disconnect();
  };
  process.on("message", (message: ToWorker) => {
    if ("retire" in message) void end(true);
  });
  process.on("SIGTERM", () => void end(false)).on("SIGINT", () => void end(false));
  // Only the primary starts a restart. A worker ignores the signal that a terminal sends to the whole process
  // group.
  process.on("SIGHUP", () => {});
  tell({ ready: lines });
}
