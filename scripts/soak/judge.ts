import { MB } from "../../src/shared/bytes.ts";
import { WRITES } from "./calls.ts";
import { hoursOf, keepsRising, type Point, type Slope, slopeOf } from "./robust-slope.ts";
import { type ProcessSample, type Sample, secondsOf, type Sizes } from "./samples.ts";

/** Slopes above these bounds are faults, unless they level off. In bytes and handles per hour. */
const BOUNDS = { memory: 20 * MB, handles: 10 };
/** A shorter time says nothing about an hour. In hours. */
const LEAST_HOURS = 1 / 6;
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

  const pointsOf = (read: (sample: Sample) => { series: string; value: number } | undefined): Point[] => {
    const begins = new Map<number, number>();
    return samples.flatMap((sample) => {
      const { run, at } = sample;
      const begin = begins.get(run) ?? at;
      begins.set(run, begin);
      const found = read(sample);
      if (!found || at - begin < warmUp * 1_000) return [];
      return [{ series: `${run} ${found.series}`, hours: at / HOUR, value: found.value }];
    });
  };
  const ofProcess = (name: string, read: (one: ProcessSample) => number): Point[] =>
    pointsOf(({ processes }) => {
      const one = processes.find((process) => process.name === name);
      return one && { series: String(one.pid), value: read(one) };
    });

  const processes = names.map((name): ProcessFigures => {
    const memory = ofProcess(name, (one) => one.memory);
    const handles = ofProcess(name, (one) => one.handles);
    if (name !== "children") {
      const rise = (points: Point[]) => (slopeOf(points)?.median ?? 0).toFixed(0);
      if (isLong(memory) && keepsRising(memory, BOUNDS.memory)) {
        const scaled = memory.map((point) => ({ ...point, value: point.value / MB }));
        faults.push(`The memory of ${name} rises by ${rise(scaled)} MB in an hour.`);
      }
      if (isLong(handles) && keepsRising(handles, BOUNDS.handles))
        faults.push(`The open handles of ${name} rise by ${rise(handles)} in an hour.`);
    }
    const threads = seriesOf(ofProcess(name, (one) => one.threads));
    return { name, memory: seriesOf(memory), handles: seriesOf(handles), threads };
  });

  const writes = samples
    .flatMap(({ calls }) => WRITES.map((kind) => calls[kind]))
    .reduce((sum, figures) => sum + (figures ? figures.requests - figures.failures : 0), 0);
  const database = growthOf(samples, "database");
  return {
    processes,
    heap: seriesOf(pointsOf(({ heap }) => ({ series: "", value: heap }))),
    logGrowth: (growthOf(samples, "log") / Math.max(1, secondsOf(samples))) * DAY,
    writes,
    databaseGrowth: writes > 0 ? (database / writes) * 1_000 : undefined,
    faults,
  };
}

const isLong = (points: readonly Point[]): boolean => hoursOf(points) >= LEAST_HOURS;

function seriesOf(points: readonly Point[]): Series {
  const values = points.map(({ value }) => value);
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
