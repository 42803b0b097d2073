import type { MetricSnapshot } from "../../../shared/operations/metric-snapshot.ts";
import { CACHE_LOOKUPS, MEMORY, REQUEST_SECONDS, REQUESTS } from "./metric-names.ts";

/** The totals of all processes since their start. */
export interface Totals {
  requests: number;
  errors: number;
  /** How many requests fell into each range of the duration histogram; the last range has no upper limit. */
  durations: number[];
  /** The upper limits of the ranges, in seconds. */
  buckets: readonly number[];
  cacheHits: number;
  cacheLookups: number;
  /** In bytes. */
  memory: number;
}

/** The paths of monitoring itself, which would make a quiet archive look busy and quick. */
const MONITORING: ReadonlySet<string | undefined> = new Set(["/healthz", "/readyz", "/metrics"]);
/** The routes of large files. Their duration depends on the client's connection. */
const TRANSFERS = /^\/(?:files|uploads)(?:\/|$)/;

/**
 * Reads the totals from the metrics of all processes, without the requests of monitoring, and without the durations
 * of files.
 */
export function totalsOf(snapshot: MetricSnapshot): Totals {
  const find = (name: string) => snapshot.find((family) => family.name === name);
  const read = (name: string) => (find(name)?.rows ?? []).filter(([values]) => !MONITORING.has(values[0]));
  const counts = read(REQUESTS);
  const sum = (rows: typeof counts) => rows.reduce((total, [, [number = 0]]) => total + number, 0);
  const rows = read(REQUEST_SECONDS).filter(([[route = ""]]) => !TRANSFERS.test(route));
  const { buckets = [] } = find(REQUEST_SECONDS) ?? {};
  return {
    requests: sum(counts),
    errors: sum(counts.filter(([values]) => values[2] === "5xx")),
    durations: Array.from({ length: buckets.length + 1 }, (_, index) =>
      rows.reduce((total, [, numbers]) => total + (numbers[index] ?? 0), 0),
    ),
    buckets,
    cacheHits: sum(read(CACHE_LOOKUPS).filter(([[result]]) => result === "hit")),
    cacheLookups: sum(read(CACHE_LOOKUPS)),
    memory: sum(find(MEMORY)?.rows ?? []),
  };
}

export interface RequestFigures {
  requests: number;
  errors: number;
  /** See `OperationsSampleTable`. */
  p95Ms: number | null;
  cacheHits: number;
  cacheLookups: number;
}

/** The requests between two readings. A total that fell, as during an upgrade, counts as no request. */
export function figuresBetween(before: Totals, after: Totals): RequestFigures {
  const since = (now: number, then: number) => Math.max(0, now - then);
  const durations = after.durations.map((count, index) => since(count, before.durations[index] ?? 0));
  return {
    requests: since(after.requests, before.requests),
    errors: since(after.errors, before.errors),
    p95Ms: percentile(durations, after.buckets, 0.95),
    cacheHits: since(after.cacheHits, before.cacheHits),
    cacheLookups: since(after.cacheLookups, before.cacheLookups),
  };
}

/**
 * A percentile, interpolated inside its range as Prometheus does.
 * @returns in ms; null if there was no request. In the range without an upper limit, it is the lower limit
 */
export function percentile(counts: number[], buckets: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [index, count] of counts.entries()) {
    const low = buckets[index - 1] ?? 0;
    const high = buckets[index];
    if (high === undefined) return Math.round(low * 1_000);
    if (below + count >= total * part) {
      return Math.round((low + (high - low) * ((total * part - below) / count)) * 1_000);
    }
    below += count;
  }
  return null;
}
