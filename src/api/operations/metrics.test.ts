import { describe, expect, it, vi } from "vitest";
import { createMetrics } from "./metrics.ts";

const TOKEN = "a-token-of-20-or-more-characters";

describe("/metrics with a token", () => {
  it.each([
    undefined,
    "",
    "Bearer",
    "Bearer ",
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${"x".repeat(5_000)}`,
  ])("does no work for the header %j", async (authorization) => {
    const scrape = vi.fn<() => Promise<string>>(async () => "metrics");
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const response = await createMetrics({ token: TOKEN, scrape }).request("/", { headers });
    expect(response.status).toBe(401);
    expect(await response.text()).toBe("");
    expect(scrape).not.toHaveBeenCalled();
  });

  it("shows the metrics to a scrape with the token, and no cache may keep them", async () => {
    const app = createMetrics({ token: TOKEN, scrape: async () => "up 1\n" });
    const response = await app.request("/", { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(await response.text()).toBe("up 1\n");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

it("/metrics is unavailable if the metrics can't be read", async () => {
  const response = await createMetrics({ token: undefined, scrape: async () => undefined }).request("/");
  expect(response.status).toBe(503);
});
