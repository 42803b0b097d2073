import { defineConfig } from "vitest/config";

/** Runs the table of the experiment `abuse` under Vitest, because it sends the requests of the authorization matrix. */
export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    root: new URL("../../..", import.meta.url).pathname,
    include: ["lab/abuse/table/others-wait.measure.ts"],
    globalSetup: ["tests/support/platform/postgres-setup.ts"],
    env: { NODE_ENV: "production" },
    pool: "forks",
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
    reporters: ["dot"],
  },
});
