import cluster from "node:cluster";
import type { Env } from "../config/env.ts";
import type { Order, Report } from "./cluster-primary.ts";
import { serve } from "./server.ts";

/** One of several processes behind one port. It begins when the first one tells it which it is. */
export async function runWorker(env: Env): Promise<void> {
  const tell = (report: Report) => process.send?.(report);
  const worker = await new Promise<number>((resolve) => {
    process.on("message", (order: Order) => {
      if ("begin" in order) resolve(order.begin);
    });
    tell({ awaits: "begin" });
  });
  const { lines, stop } = await serve(env, { worker });
  let stopping = false;
  const end = async (isPatient: boolean) => {
    if (stopping) return;
    stopping = true;
    await stop(isPatient);
    cluster.worker?.disconnect();
  };
  process.on("message", (order: Order) => {
    if ("retire" in order) void end(true);
  });
  process.on("SIGTERM", () => void end(false)).on("SIGINT", () => void end(false));
  // The first one begins a restart; what a terminal sends to all is not for this one.
  process.on("SIGHUP", () => {});
  tell({ ready: lines });
}
