import { describe, expect, it } from "vitest";
import { figuresBetween, percentile, type Totals, totalsOf } from "./request-figures.ts";
import { createSiteMetrics } from "./site-metrics.ts";

const BUCKETS = [0.1, 1];
const totals = (durations: number[], errors = 0): Totals => ({
  requests: durations.reduce((sum, count) => sum + count, 0),
  errors,
  durations,
  buckets: BUCKETS,
  cacheHits: 10 * errors,
  cacheLookups: 20 * errors,
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
    expect(figures).toEqual({ requests: 100, errors: 2, p95Ms: 955, cacheHits: 20, cacheLookups: 40 });
  });

  it("are never fewer than none", () => {
    expect(figuresBetween(totals([900, 0, 0], 5), totals([0, 0, 0], 2))).toEqual({
      requests: 0,
      errors: 0,
      p95Ms: null,
      cacheHits: 0,
      cacheLookups: 0,
    });
  });

  it("include files and uploads, but their durations don't, because these depend on the client's connection", () => {
    const metrics = createSiteMetrics({ engine: "sqlite", version: "1" });
    const request = (route: string, ms: number) => metrics.request({ route, method: "GET", status: 200, ms });
    request("/filesystem", 7);
    for (const route of ["/files/:key", "/files/:key/pages/:page", "/uploads", "/uploads/:id"])
      request(route, 9_000);
    request("/readyz", 9_000);
    const { requests, durations } = totalsOf(metrics.snapshot());
    expect(requests).toBe(5);
    expect(durations.reduce((sum, count) => sum + count, 0)).toBe(1);
  });
});
