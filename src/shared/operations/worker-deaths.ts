import type { MetricFamily } from "./metric-snapshot.ts";

/** The metric of cluster workers that died. The primary counts them, because a dead worker can't. */
export const workerDeaths = (count: number): MetricFamily => ({
  name: "proshno_worker_deaths_total",
  help: "Cluster workers that ended by themselves.",
  type: "counter",
  merge: "sum",
  labels: [],
  buckets: [],
  rows: [[[], [count]]],
});
