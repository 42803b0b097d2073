/**
 * A worker thread that sends requests to a server all the time and measures the memory of the server's
 * process, even while the server is blocked or the script is busy.
 */
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { residentMemory } from "./process-figures.ts";
import type { ProbeFigures, ProbeOptions } from "./start-probe.ts";

const { url, pid, headers = {} } = workerData as ProbeOptions;
/** The pause between two requests, in ms. */
const PAUSE = 10;

/** The first requests of a thread are always slow, so they don't count. */
const WARM_UP = 5;

let peak = 0;
let failures = 0;
const latencies: number[] = [];
const stop = new AbortController();
parentPort?.once("message", () => stop.abort());

/** @returns the time of the request, in ms */
async function ask(): Promise<number> {
  const start = performance.now();
  try {
    const answer = await fetch(url, { headers });
    await answer.text();
    if (!answer.ok) failures += 1;
  } catch {
    failures += 1;
  }
  return performance.now() - start;
}

for (let index = 0; index < WARM_UP; index += 1) await ask();
failures = 0;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage("warm");
while (!stop.signal.aborted) {
  latencies.push(await ask());
  peak = Math.max(peak, pid === process.pid ? process.memoryUsage.rss() : residentMemory(pid));
  await setTimeout(PAUSE);
}
const figures: ProbeFigures = { peak, failures, latencies };
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(figures);
