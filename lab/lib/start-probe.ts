import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface ProbeOptions {
  /** The address of the repeated requests. */
  url: string;
  headers?: Record<string, string>;
  /** The process whose memory the probe measures. */
  pid: number;
}

export interface ProbeFigures {
  /** The peak memory of the process, in bytes. */
  peak: number;
  /** Requests without a response, or with status 400 or above. */
  failures: number;
  /** The time of each request, in ms. */
  latencies: number[];
}

/** Starts the requests in a separate thread. `stop` ends the thread and returns its figures. */
export async function startProbe(options: ProbeOptions): Promise<{ stop: () => Promise<ProbeFigures> }> {
  const worker = new Worker(new URL("latency-probe.ts", import.meta.url), { workerData: options });
  await once(worker, "message");
  return {
    async stop() {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage("stop");
      const [figures] = (await once(worker, "message")) as [ProbeFigures];
      return figures;
    },
  };
}
