import type { Worker } from "node:cluster";
import { EventEmitter } from "node:events";
import { describe, expect, it, vi } from "vitest";
import type { MetricSnapshot } from "../shared/operations/metric-snapshot.ts";
import { createMetricsRelay, type MetricsFromWorker, type MetricsToWorker } from "./cluster-metrics.ts";

const COMMON = { help: "", merge: "sum" as const, labels: [], buckets: [] };
const snapshot = (requests: number): MetricSnapshot => [
  { ...COMMON, name: "requests", type: "counter", rows: [[[], [requests]]] },
  { ...COMMON, name: "memory", type: "gauge", rows: [[[], [1]]] },
];
const valueOf = (snapshots: MetricSnapshot, name: string) =>
  snapshots.find((family) => family.name === name)?.rows[0]?.[1][0];

/** The primary's end of a worker that sends its metrics when the primary asks. */
class FakeWorker extends EventEmitter {
  requests: number;
  answers = true;
  measured = Promise.withResolvers<MetricSnapshot>();
  constructor(requests: number) {
    super();
    this.requests = requests;
  }
  isConnected = () => true;
  send(message: MetricsToWorker): boolean {
    if ("measured" in message) this.measured.resolve(message.measured);
    else if (this.answers) this.report();
    return true;
  }
  report(): void {
    this.emit("message", { measures: snapshot(this.requests) } satisfies MetricsFromWorker);
  }
  collect(): Promise<MetricSnapshot> {
    this.measured = Promise.withResolvers();
    this.emit("message", { collects: true } satisfies MetricsFromWorker);
    return this.measured.promise;
  }
}

function watched(...counts: number[]) {
  const relay = createMetricsRelay();
  const workers = counts.map((count) => new FakeWorker(count));
  for (const worker of workers) relay.watch(worker as unknown as Worker);
  return { relay, workers: workers as [FakeWorker, FakeWorker] };
}

describe("the metrics of all workers", () => {
  it("are the sum of their counts", async () => {
    const { workers } = watched(3, 4);
    expect(valueOf(await workers[0].collect(), "requests")).toBe(7);
  });

  it("count the last message of a worker once, also if it arrives after the worker's end", async () => {
    const { workers } = watched(3, 4);
    await workers[0].collect();
    workers[1].requests = 5;
    workers[1].emit("exit", 0, null);
    workers[1].report();
    workers[1].emit("disconnect");
    expect(valueOf(await workers[0].collect(), "requests")).toBe(8);
    expect(valueOf(await workers[0].collect(), "requests")).toBe(8);
  });

  it("forget the memory of a killed worker that never disconnects, and keep its counts", async () => {
    vi.useFakeTimers();
    const { workers } = watched(3, 4);
    await workers[0].collect();
    workers[1].emit("exit", null, "SIGKILL");
    vi.runAllTimers();
    workers[1].report();
    const measured = await workers[0].collect();
    expect(valueOf(measured, "requests")).toBe(7);
    expect(valueOf(measured, "memory")).toBe(1);
    vi.useRealTimers();
  });

  it("contain the last counts of a worker that does not respond", async () => {
    const { workers } = watched(3, 4);
    await workers[0].collect();
    workers[1].answers = false;
    workers[0].requests = 10;
    expect(valueOf(await workers[0].collect(), "requests")).toBe(14);
  });

  it("don't wait for a worker that ends in the meantime", async () => {
    const { workers } = watched(3, 4);
    workers[1].answers = false;
    const collected = workers[0].collect();
    workers[1].emit("disconnect");
    expect(valueOf(await collected, "requests")).toBe(3);
  });

  it("count the workers that died", async () => {
    const { relay, workers } = watched(3, 4);
    relay.died();
    relay.died();
    expect(valueOf(await workers[0].collect(), "proshno_worker_deaths_total")).toBe(2);
  });
});
