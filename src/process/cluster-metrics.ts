import type { Worker } from "node:cluster";
import { type MetricSnapshot, mergeSnapshots, withoutGauges } from "../shared/operations/metric-snapshot.ts";
import { workerDeaths } from "../shared/operations/worker-deaths.ts";

/** A message about metrics from the primary: send your metrics, or here are the metrics of all. */
export type MetricsToWorker = { measures: true } | { measured: MetricSnapshot };
/** A message about metrics from a worker: these are mine, or send me the metrics of all. */
export type MetricsFromWorker = { measures: MetricSnapshot } | { collects: true };

/** How long the primary waits for a worker, in ms. Then it uses the worker's last metrics. */
const TIMEOUT = 1_000;

/**
 * Collects the metrics of all workers, in the primary. It keeps the counts of workers that ended, so that a
 * replaced worker does not lower a total.
 */
export function createMetricsRelay() {
  const last = new Map<Worker, MetricSnapshot>();
  /** The workers that can still send metrics, the oldest first. */
  const alive = new Set<Worker>();
  const asking = new Set<Worker>();
  let ended: MetricSnapshot = [];
  let deaths = 0;
  let missing = new Set<Worker>();
  let finish = () => {};
  let collecting: Promise<MetricSnapshot> | undefined;

  function arrived(worker: Worker): void {
    if (missing.delete(worker) && missing.size === 0) finish();
  }

  async function collect(): Promise<MetricSnapshot> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, TIMEOUT);
      finish = () => {
        clearTimeout(timer);
        resolve();
      };
      missing = new Set(alive);
      for (const worker of missing) tell(worker, { measures: true });
      if (missing.size === 0) finish();
    });
    collecting = undefined;
    const living = [...alive].map((worker) => last.get(worker) ?? []);
    return mergeSnapshots([ended, ...living, [workerDeaths(deaths)]]);
  }

  async function answer(worker: Worker): Promise<void> {
    const measured = await (collecting ??= collect());
    // A worker that asked twice gets one answer.
    if (asking.delete(worker)) tell(worker, { measured });
  }

  return {
    watch(worker: Worker): void {
      alive.add(worker);
      worker.on("message", (message: MetricsFromWorker) => {
        if ("measures" in message && alive.has(worker)) {
          last.set(worker, message.measures);
          arrived(worker);
        }
        if ("collects" in message) {
          asking.add(worker);
          void answer(worker);
        }
      });
      const forget = () => {
        if (!alive.delete(worker)) return;
        ended = mergeSnapshots([ended, withoutGauges(last.get(worker) ?? [])]);
        last.delete(worker);
        asking.delete(worker);
        arrived(worker);
      };
      // The last message can arrive after the end of the process. A killed process doesn't always disconnect.
      worker.once("disconnect", forget);
      worker.once("exit", () => setTimeout(forget, TIMEOUT).unref());
    },

    /** Counts a worker that ended by itself. */
    died: () => void (deaths += 1),
  };
}

function tell(worker: Worker, message: MetricsToWorker): void {
  // The worker may end in this moment; then nobody waits for the message.
  if (worker.isConnected()) worker.send(message, () => {});
}

/** Reads the metrics of all processes of this machine. */
export interface Collector {
  /** @throws Error if the primary does not respond */
  collect(): Promise<MetricSnapshot>;
  /** Sends the last metrics of a worker that stops. */
  close(): Promise<void>;
}

/** @param own reads the metrics of this process */
export type CreateCollector = (own: () => MetricSnapshot) => Collector;

/** The collector of a server with one process. */
export const collectAlone: CreateCollector = (own) => ({
  collect: async () => own(),
  close: async () => {},
});

/** The collector of a cluster worker. */
export const collectAsWorker: CreateCollector = (own) => {
  const send = (message: MetricsFromWorker) =>
    new Promise<void>((resolve) => {
      if (process.send) process.send(message, undefined, {}, () => resolve());
      else resolve();
    });
  let waiting: PromiseWithResolvers<MetricSnapshot> | undefined;
  process.on("message", (message: MetricsToWorker) => {
    if ("measures" in message) void send({ measures: own() });
    if ("measured" in message) {
      waiting?.resolve(message.measured);
      waiting = undefined;
    }
  });
  return {
    async collect() {
      if (waiting) return waiting.promise;
      const asked = (waiting = Promise.withResolvers<MetricSnapshot>());
      const timer = setTimeout(() => {
        waiting = undefined;
        asked.reject(new Error("The primary sent no metrics."));
      }, 2 * TIMEOUT);
      void send({ collects: true });
      return asked.promise.finally(() => clearTimeout(timer));
    },
    close: () => send({ measures: own() }),
  };
};
