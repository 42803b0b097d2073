export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

/** @param values in any unit, at least one */
export function percentiles(values: number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export function median(values: number[]): number {
  return percentiles(values).p50;
}
