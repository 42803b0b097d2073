import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { EXPOSITION_TYPE } from "../../server/operations/index.ts";

export interface MetricsOptions {
  /** The bearer token that a scrape must send; undefined if every sender may scrape. */
  token: string | undefined;
  /** Returns the metrics of all processes as text; undefined if they could not be read. */
  scrape: () => Promise<string | undefined>;
}

/** The longest Authorization header that is compared, in characters. */
const LONGEST = 1_000;

/** The metrics for Prometheus. The token is checked before any work. */
export function createMetrics({ token, scrape }: MetricsOptions): Hono {
  const app = new Hono();
  app.get("/", async (c) => {
    c.header("cache-control", "no-store");
    if (token !== undefined && !isSame(c.req.header("authorization") ?? "", `Bearer ${token}`))
      return c.text("", 401, { "www-authenticate": 'Bearer realm="metrics"' });
    const text = await scrape();
    if (text === undefined) return c.text("", 503);
    return c.body(text, 200, { "content-type": EXPOSITION_TYPE });
  });
  return app;
}

/** Compares in constant time. The hashes have the same length, so the time says nothing about the token. */
function isSame(given: string, expected: string): boolean {
  if (given.length > LONGEST) return false;
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
