/**
 * A thread that asks a server again and again, and looks at the memory of its process: neither a blocked server nor a
 * busy script keeps it from measuring.
 */
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { residentMemory } from "../bench/process-figures.ts";
import type { ProbeFigures, ProbeOptions } from "./start-probe.ts";

const { url, pid, headers = {} } = workerData as ProbeOptions;
/** Between two requests, in ms. */
const PAUSE = 10;

let peak = 0;
let failures = 0;
const stop = new AbortController();
const latencies: number[] = [];
parentPort?.once("message", () => stop.abort());
while (!stop.signal.aborted) {
  const start = performance.now();
  try {
    const answer = await fetch(url, { headers });
    await answer.text();
    if (!answer.ok) failures += 1;
  } catch {
    failures += 1;
  }
  latencies.push(performance.now() - start);
  peak = Math.max(peak, pid === process.pid ? process.memoryUsage.rss() : residentMemory(pid));
  await setTimeout(PAUSE);
}
const figures: ProbeFigures = { peak, failures, latencies };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(figures);
