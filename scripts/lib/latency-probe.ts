/**
 * A thread that asks the server of its process again and again, and looks at the memory of the process: a blocked
 * server does not keep it from measuring.
 */
import { setTimeout } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

const { port } = workerData as { port: number };
/** Between two requests, in ms. */
const PAUSE = 10;

let peak = 0;
const stop = new AbortController();
const latencies: number[] = [];
parentPort?.once("message", () => stop.abort());
while (!stop.signal.aborted) {
  const start = performance.now();
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  latencies.push(performance.now() - start);
  peak = Math.max(peak, process.memoryUsage.rss());
  await setTimeout(PAUSE);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage({ peak, latencies });
