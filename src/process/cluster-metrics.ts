import type { Worker } from "node:cluster";
import { type MetricSnapshot, mergeSnapshots, withoutGauges } from "../shared/metric-snapshot.ts";

/** A message about metrics from the primary: send your metrics, or here are the metrics of all. */
export type MetricsToWorker = { measures: true } | { measured: MetricSnapshot };
/** A message about metrics from a worker: these are mine, or send me the metrics of all. */
export type MetricsFromWorker = { measures: MetricSnapshot } | { collects: true };

/** How long the primary waits for a worker, in ms. Then it uses the worker's last metrics. */
const PATIENCE = 1_000;

/**
 * Collects the metrics of all workers, in the primary. It keeps the counts of workers that ended, so that a
 * replaced worker does not lower a total.
 */
export function createMetricsRelay() {
  const last = new Map<Worker, MetricSnapshot>();
  const alive = new Set<Worker>();
  const asking = new Set<Worker>();
  let ended: MetricSnapshot = [];
  let missing = new Set<Worker>();
  let finish = () => {};
  let collecting: Promise<MetricSnapshot> | undefined;

  function arrived(worker: Worker): void {
    if (missing.delete(worker) && missing.size === 0) finish();
  }

  async function collect(): Promise<MetricSnapshot> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE);
      finish = () => {
        clearTimeout(timer);
        resolve();
      };
      missing = new Set([...alive].filter((worker) => worker.isConnected()));
      for (const worker of missing) tell(worker, { measures: true });
      if (missing.size === 0) finish();
    });
    collecting = undefined;
    return mergeSnapshots([ended, ...last.values()]);
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
        if ("measures" in message) {
          last.set(worker, message.measures);
          arrived(worker);
        }
        if ("collects" in message) {
          asking.add(worker);
          void answer(worker);
        }
      });
      worker.once("exit", () => {
        ended = mergeSnapshots([ended, withoutGauges(last.get(worker) ?? [])]);
        last.delete(worker);
        alive.delete(worker);
        asking.delete(worker);
        arrived(worker);
      });
    },
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
      }, 2 * PATIENCE);
      void send({ collects: true });
      return asked.promise.finally(() => clearTimeout(timer));
    },
    close: () => send({ measures: own() }),
  };
};
