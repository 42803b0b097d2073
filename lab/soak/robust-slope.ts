export interface Point {
  /** Only points of the same series are compared, such as those of one process. */
  series: string;
  hours: number;
  value: number;
}

/** The change in an hour: the median of the slopes between pairs of points, and their quartiles. */
export interface Slope {
  median: number;
  low: number;
  high: number;
}

/**
 * The Theil–Sen estimate, which single outliers don't change. Only pairs that are at least half of their series
 * apart count, because garbage collection hides the slope between neighbours.
 * @returns undefined if there is no such pair
 */
export function slopeOf(points: readonly Point[]): Slope | undefined {
  const slopes: number[] = [];
  for (const series of Map.groupBy(points, (point) => point.series).values()) {
    const half = hoursOf(series) / 2;
    for (const one of series)
      for (const other of series)
        if (other.hours > one.hours && other.hours - one.hours >= half)
          slopes.push((other.value - one.value) / (other.hours - one.hours));
  }
  if (slopes.length === 0) return undefined;
  const sorted = Float64Array.from(slopes).sort();
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] as number;
  return { median: quantile(0.5), low: quantile(0.25), high: quantile(0.75) };
}

/** The hours from the first to the last point of each series, added up. */
export function hoursOf(points: readonly Point[]): number {
  return [...Map.groupBy(points, (point) => point.series).values()]
    .map((series) => (series.at(-1)?.hours ?? 0) - (series[0]?.hours ?? 0))
    .reduce((sum, hours) => sum + hours, 0);
}

/**
 * Whether the values rise, and go on rising: a cache that fills at first does not count.
 * @param bound the greatest slope that is accepted
 */
export function keepsRising(points: readonly Point[], bound: number): boolean {
  const slope = slopeOf(points);
  if (!slope || slope.median <= bound || slope.low <= 0) return false;
  const late = slopeOf(secondHalves(points));
  return late !== undefined && late.median > bound;
}

function secondHalves(points: readonly Point[]): Point[] {
  return [...Map.groupBy(points, (point) => point.series).values()].flatMap((series) =>
    series.slice(Math.floor(series.length / 2)),
  );
}
