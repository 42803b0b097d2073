import { describe, expect, test } from "vitest";
import { addTo, type Histogram, percentileOf, sumOf } from "./histogram.ts";
import { findFullLoad } from "./full-load.ts";
import { judgeSoak } from "./judge.ts";
import { startLoad } from "./open-load.ts";
import { reportOf } from "./report.ts";
import { slopeOf } from "./robust-slope.ts";
import type { Sample } from "./samples.ts";
import { seeded } from "../../scripts/lib/seeded.ts";

const MB = 1_000_000;
const EVERY = 10;
const WARM_UP = 300;

interface Made {
  minutes: number;
  /** The memory of worker 1 in MB, and its handles, after so many hours. */
  memory?: (hours: number) => number;
  handles?: (hours: number) => number;
  failures?: number;
  run?: number;
  pid?: number;
}

/** Samples of a server whose memory goes up and down by 15 MB, as garbage collection makes it. */
function samplesOf({ minutes, memory = () => 0, handles = () => 0, failures = 0, run = 1, pid = 100 }: Made) {
  const random = seeded(run);
  return Array.from({ length: (minutes * 60) / EVERY + 1 }, (_, index): Sample => {
    const hours = (index * EVERY) / 3_600;
    const steady = { memory: 60 * MB, handles: 30, threads: 11 };
    const own = {
      memory: (150 + 30 * (random() - 0.5) + memory(hours)) * MB,
      handles: 40 + Math.round(4 * random() + handles(hours)),
      threads: 11,
    };
    return {
      run,
      at: run * 100 * 3_600_000 + index * EVERY * 1_000,
      seconds: index === 0 ? 0 : EVERY,
      calls: { contribution: { requests: index === 0 ? 0 : 10, failures, times: {} } },
      problems: failures > 0 ? ["POST /api/postQuestion: 500"] : [],
      processes: [
        { name: "primary", pid: 1, ...steady },
        { name: "worker 1", pid, ...own },
      ],
      heap: 50 * MB,
      sizes: { log: index * 1_000, wal: 4 * MB, database: 10 * MB + index * 20_000, data: 50 * MB },
    };
  });
}
const faultsOf = (samples: Sample[]) => judgeSoak(samples, WARM_UP).faults;

describe("the judgement of a soak", () => {
  test("finds nothing wrong with memory and handles that only go up and down", () => {
    expect(faultsOf(samplesOf({ minutes: 60 }))).toEqual([]);
  });

  test("finds a leak of 40 MB in an hour", () => {
    const faults = faultsOf(samplesOf({ minutes: 60, memory: (hours) => 40 * hours }));
    expect(faults).toEqual([expect.stringMatching(/^The memory of worker 1 rises by (3[5-9]|4[0-5]) MB/)]);
  });

  test("finds a leak over several runs, each of which begins at the same memory", () => {
    const leak = (hours: number) => 60 * hours;
    const runs = [1, 2, 3].map((run) => samplesOf({ minutes: 30, memory: leak, run, pid: run }));
    expect(faultsOf(runs.flat())).toEqual([expect.stringContaining("The memory of worker 1 rises")]);
  });

  test("accepts a cache that fills and then levels off", () => {
    const cache = (hours: number) => 80 * (1 - Math.exp(-hours / 0.15));
    expect(faultsOf(samplesOf({ minutes: 60, memory: cache }))).toEqual([]);
  });

  test("accepts the growth of the first five minutes after each start", () => {
    const start = (hours: number) => Math.min(hours, 1 / 12) * 1_200;
    const runs = [1, 2].map((run) => samplesOf({ minutes: 30, memory: start, run, pid: run }));
    expect(faultsOf(runs.flat())).toEqual([]);
  });

  test("finds one handle that stays open each minute", () => {
    const faults = faultsOf(samplesOf({ minutes: 60, handles: (hours) => 60 * hours }));
    expect(faults).toEqual([expect.stringContaining("The open handles of worker 1 rise by 6")]);
  });

  test("says nothing about slopes after a short time", () => {
    const short = samplesOf({ minutes: 6, memory: (hours) => 1_000 * hours });
    expect(faultsOf(short)).toEqual([]);
    expect(reportOf(short, undefined, WARM_UP).text).toContain("too short for slopes");
    const often = [1, 2, 3, 4].map((run) => samplesOf({ minutes: 4, memory: (hours) => 1_000 * hours, run }));
    expect(faultsOf(often.flat())).toEqual([]);
  });

  test("finds failed requests, and quotes one", () => {
    const faults = faultsOf(samplesOf({ minutes: 1, failures: 2 }));
    expect(faults).toEqual(["Requests failed: 14.", "POST /api/postQuestion: 500"]);
  });

  test("finds a worker that was replaced in a run, but accepts other workers in the next run", () => {
    const replaced = [...samplesOf({ minutes: 5 }), ...samplesOf({ minutes: 5, pid: 200 })];
    expect(faultsOf(replaced)).toEqual(["A worker died in run 1."]);
    expect(faultsOf([...samplesOf({ minutes: 5 }), ...samplesOf({ minutes: 5, run: 2, pid: 200 })])).toEqual(
      [],
    );
  });

  test("adds up the growth of log and database without the starts of the server", () => {
    const samples = [samplesOf({ minutes: 30 }), samplesOf({ minutes: 30, run: 2 })].flat();
    const { logGrowth, databaseGrowth, writes } = judgeSoak(samples, WARM_UP);
    expect(logGrowth).toBeCloseTo(100 * 86_400);
    expect(writes).toBe(3_600);
    expect(databaseGrowth).toBeCloseTo(2 * MB);
  });
});

test("a robust slope ignores outliers", () => {
  const points = Array.from({ length: 50 }, (_, index) => ({
    series: "",
    hours: index / 60,
    value: index % 10 === 0 ? 10_000 : 3 * index,
  }));
  expect(slopeOf(points)?.median).toBeCloseTo(180);
});

test("percentiles of a histogram are at most 5 % too high", () => {
  const histograms = [1, 2].map((part): Histogram => {
    const histogram = {};
    for (let ms = part; ms <= 1_000; ms += 2) addTo(histogram, ms);
    return histogram;
  });
  for (const share of [0.5, 0.95, 0.99]) {
    const found = percentileOf(sumOf(histograms), share);
    expect(found).toBeGreaterThanOrEqual(share * 1_000);
    expect(found).toBeLessThanOrEqual(share * 1_000 * 1.05);
  }
});

test.each([3, 90, 700])("the search for the full load finds %s requests per second", async (full) => {
  const found = await findFullLoad((rate) => Promise.resolve(rate <= full));
  expect(found).toBeLessThanOrEqual(full);
  expect(found).toBeGreaterThan(full * 0.5);
});

test("an open load counts the requests that wait, keeps a bounded number open, and ends with all of them", async () => {
  const open: (() => void)[] = [];
  let done = 0;
  let problems = 0;
  const hold = () => new Promise<undefined>((resolve) => open.push(() => resolve(undefined)));
  const load = startLoad(
    5_000,
    () => "call",
    hold,
    ({ problem }) => {
      done += 1;
      if (problem) problems += 1;
    },
  );
  await expect.poll(() => load.backlog()).toBeGreaterThan(500);
  expect(open.length).toBe(64);
  const stopped = load.stop();
  for (const release of open) release();
  await stopped;
  expect(done).toBe(64);
  expect(problems).toBe(0);
});
