import { MB } from "../../src/shared/text/bytes.ts";
import { WRITES } from "./calls.ts";
import { hoursOf, keepsRising, type Point, type Slope, slopeOf } from "./robust-slope.ts";
import { type ProcessSample, type Sample, secondsOf, type Sizes } from "./samples.ts";

/** Slopes above these bounds are faults, unless they level off. In bytes and handles per hour. */
const BOUNDS = { memory: 20 * MB, handles: 10 };
/** A shorter time says nothing about an hour. In hours. */
const MIN_HOURS = 1 / 6;
const HOUR = 3_600_000;
const DAY = 86_400;

export interface Series {
  first: number;
  last: number;
  most: number;
  /** Undefined if the time was too short. */
  slope: Slope | undefined;
}

export interface ProcessFigures {
  name: string;
  memory: Series;
  handles: Series;
  threads: Series;
}

export interface SoakFigures {
  processes: ProcessFigures[];
  heap: Series;
  /** Bytes per day. */
  logGrowth: number;
  writes: number;
  /** Bytes of the database per 1,000 writes; undefined without writes. */
  databaseGrowth: number | undefined;
  /** A sentence for everything that is wrong. */
  faults: string[];
}

/**
 * Reads the figures of a soak, and judges them.
 * @param warmUp seconds after each start of the server that don't count for slopes
 */
export function judgeSoak(samples: readonly Sample[], warmUp: number): SoakFigures {
  const names = [...new Set(samples.flatMap(({ processes }) => processes.map(({ name }) => name)))];
  const faults = [...failuresIn(samples), ...replacementsIn(samples)];

  type Read = (sample: Sample) => { series: string; value: number } | undefined;
  const pointsOf = (read: Read, wait: number): Point[] => {
    const begins = new Map<number, number>();
    return samples.flatMap((sample) => {
      const { run, at } = sample;
      const begin = begins.get(run) ?? at;
      begins.set(run, begin);
      const found = read(sample);
      if (!found || at - begin < wait * 1_000) return [];
      return [{ series: `${run} ${found.series}`, hours: at / HOUR, value: found.value }];
    });
  };
  const figuresOf = (read: Read): { points: Point[]; series: Series } => {
    const points = pointsOf(read, warmUp);
    return { points, series: seriesOf(points, points.length > 0 ? points : pointsOf(read, 0)) };
  };

  const processes = names.map((name): ProcessFigures => {
    const of = (read: (one: ProcessSample) => number) =>
      figuresOf(({ processes: all }) => {
        const one = all.find((process) => process.name === name);
        return one && { series: String(one.pid), value: read(one) };
      });
    const memory = of((one) => one.memory);
    const handles = of((one) => one.handles);
    const rises = ({ points }: typeof memory, bound: number) =>
      name !== "children" && isLong(points) && keepsRising(points, bound);
    const slope = (series: Series, unit: number) => ((series.slope?.median ?? 0) / unit).toFixed(0);
    if (rises(memory, BOUNDS.memory))
      faults.push(`The memory of ${name} rises by ${slope(memory.series, MB)} MB in an hour.`);
    if (rises(handles, BOUNDS.handles))
      faults.push(`The open handles of ${name} rise by ${slope(handles.series, 1)} in an hour.`);
    const threads = of((one) => one.threads);
    return { name, memory: memory.series, handles: handles.series, threads: threads.series };
  });

  const writes = samples
    .flatMap(({ calls }) => WRITES.map((kind) => calls[kind]))
    .reduce((sum, figures) => sum + (figures ? figures.requests - figures.failures : 0), 0);
  const database = growthOf(samples, "database");
  return {
    processes,
    heap: figuresOf(({ heap }) => ({ series: "", value: heap })).series,
    logGrowth: (growthOf(samples, "log") / Math.max(1, secondsOf(samples))) * DAY,
    writes,
    databaseGrowth: writes > 0 ? (database / writes) * 1_000 : undefined,
    faults,
  };
}

const isLong = (points: readonly Point[]): boolean => hoursOf(points) >= MIN_HOURS;

/** @param shown the points for everything but the slope */
function seriesOf(points: readonly Point[], shown: readonly Point[]): Series {
  const values = shown.map(({ value }) => value);
  return {
    first: values[0] ?? 0,
    last: values.at(-1) ?? 0,
    most: values.reduce((most, value) => Math.max(most, value), 0),
    slope: isLong(points) ? slopeOf(points) : undefined,
  };
}

/** The growth under load, without the starts of the server. */
function growthOf(samples: readonly Sample[], size: keyof Sizes): number {
  return [...Map.groupBy(samples, ({ run }) => run).values()].reduce(
    (sum, run) => sum + (run.at(-1)?.sizes[size] ?? 0) - (run[0]?.sizes[size] ?? 0),
    0,
  );
}

function failuresIn(samples: readonly Sample[]): string[] {
  const failed = samples
    .flatMap(({ calls }) => Object.values(calls))
    .reduce((sum, { failures }) => sum + failures, 0);
  if (failed === 0) return [];
  const problems = [...new Set(samples.flatMap((sample) => sample.problems))].slice(0, 5);
  return [`Requests failed: ${failed}.`, ...problems];
}

/** The primary replaces a worker only if it died. */
function replacementsIn(samples: readonly Sample[]): string[] {
  return [...Map.groupBy(samples, ({ run }) => run)].flatMap(([run, all]) => {
    const pids = new Set(all.flatMap(({ processes }) => processes.map(({ pid }) => pid)));
    const names = new Set(all.flatMap(({ processes }) => processes.map(({ name }) => name)));
    return pids.size > names.size ? [`A worker died in run ${run}.`] : [];
  });
}
