import { defineConfig } from "vitest/config";

/** Apart from vite.config.ts, whose React Router plugin must not touch the tests. */
export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"],
    globalSetup: "tests/support/platform/global-setup.ts",
    pool: "forks",
    maxWorkers: 3,
    // React as people get it, for which `jsx` above is set, too.
    env: { NODE_ENV: "production" },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
