/** Counts of durations by bucket; each bucket ends 5 % above the one before. Small enough to store every 10 s. */
export type Histogram = Record<string, number>;

const MIN = 0.1;
const STEP = Math.log(1.05);

/** @param ms a duration */
export function addTo(histogram: Histogram, ms: number): void {
  const bucket = Math.max(0, Math.ceil(Math.log(Math.max(ms, MIN) / MIN) / STEP));
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

export function sumOf(histograms: readonly Histogram[]): Histogram {
  const sum: Histogram = {};
  for (const histogram of histograms)
    for (const [bucket, count] of Object.entries(histogram)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
}

/**
 * @param share such as 0.99
 * @returns the duration in ms that this share does not exceed, at most 5 % too high; 0 for an empty histogram
 */
export function percentileOf(histogram: Histogram, share: number): number {
  const buckets = Object.entries(histogram).map(([bucket, count]): [number, number] => [
    Number(bucket),
    count,
  ]);
  buckets.sort(([one], [other]) => one - other);
  let left = share * buckets.reduce((sum, [, count]) => sum + count, 0);
  for (const [bucket, count] of buckets) if ((left -= count) <= 0) return MIN * Math.exp(bucket * STEP);
  return 0;
}
