import { describe, expect, it } from "vitest";
import { figuresBetween, percentile, type Totals } from "./request-figures.ts";

const BUCKETS = [0.1, 1];
const totals = (durations: number[], errors = 0): Totals => ({
  requests: durations.reduce((sum, count) => sum + count, 0),
  errors,
  durations,
  buckets: BUCKETS,
  memory: 1,
});

describe("a percentile of response times", () => {
  it("is interpolated inside its range", () => {
    expect(percentile([0, 100, 0], BUCKETS, 0.95)).toBe(955);
  });

  it("is at the end of the range if the next range begins there", () => {
    expect(percentile([95, 5, 0], BUCKETS, 0.95)).toBe(100);
  });

  it("is the lower limit of the range without an upper limit", () => {
    expect(percentile([1, 1, 98], BUCKETS, 0.95)).toBe(1_000);
  });

  it("is unknown without a request", () => {
    expect(percentile([0, 0, 0], BUCKETS, 0.95)).toBeNull();
  });
});

describe("the requests between two readings", () => {
  it("are the difference of the totals", () => {
    const figures = figuresBetween(totals([10, 0, 0], 1), totals([10, 100, 0], 3));
    expect(figures).toEqual({ requests: 100, errors: 2, p95Ms: 955 });
  });

  it("are all new after a restart", () => {
    expect(figuresBetween(totals([900, 0, 0], 5), totals([0, 100, 0], 2))).toEqual({
      requests: 100,
      errors: 2,
      p95Ms: 955,
    });
  });
});
