import { expect, test } from "vitest";
import { createSiteMetrics } from "./site-metrics.ts";

test("the use of each connection pool has rows of its own, so that waiting writes don't look like waiting reads", () => {
  const metrics = createSiteMetrics({ engine: "postgres", version: "1" });
  metrics.followPools(() => ({
    write: { busy: 4, idle: 0, waiting: 5 },
    read: { busy: 0, idle: 6, waiting: 0 },
  }));
  const pools = metrics.snapshot().find(({ name }) => name === "proshno_db_pool_connections");
  expect(pools).toMatchObject({
    labels: ["pool", "state"],
    rows: [
      [["write", "busy"], [4]],
      [["write", "idle"], [0]],
      [["write", "waiting"], [5]],
      [["read", "busy"], [0]],
      [["read", "idle"], [6]],
      [["read", "waiting"], [0]],
    ],
  });
});
