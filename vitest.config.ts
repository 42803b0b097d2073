import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const postgres = ["tests/support/platform/postgres-setup.ts"];
const browser = [
  "tests/support/platform/folder-setup.ts",
  "tests/support/platform/sample-setup.ts",
  "tests/support/platform/browser-setup.ts",
];
/** The ending of a test's name says what it needs, and what is set up for it. */
const SETUPS = { engine: postgres, site: postgres, journey: browser, browser, slow: postgres };
const named = (endings: string) => `{src,tests,lab}/**/*${endings}.test.{ts,tsx}`;

const project = (
  name: string,
  test: TestProjectInlineConfiguration["test"],
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { ...test, name },
});

/** The files that run on SQLite only; the project `postgres` of `npm run test:long` runs them on PostgreSQL (`engines` in archive.ts). */
const onOneEngine = (): string[] =>
  globSync(named(".{engine,site,slow}"), { cwd: import.meta.dirname }).filter((file) =>
    /^(?:import .*|  )\bengines\b/m.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")),
  );

/** The files of a worker share its modules, because loading them again takes longer than most tests. */
const sharedModules = { isolate: false, unstubEnvs: true };

/** Apart from vite.config.ts, whose React Router plugin must not touch the tests. */
export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    pool: "forks",
    maxWorkers: Math.max(2, availableParallelism() + 1),
    // React as people get it, for which `jsx` above is set, too.
    env: { NODE_ENV: "production" },
    // They end a test that hangs, and none that is slow on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A page shows a change when it has made it, on a busy machine later.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    projects: [
      project("unit", {
        include: [named("")],
        exclude: [named(`.{${Object.keys(SETUPS).join(",")}}`)],
        ...sharedModules,
      }),
      ...Object.entries(SETUPS).map(([name, globalSetup]) =>
        project(name, { include: [named(`.${name}`)], globalSetup, ...sharedModules }),
      ),
      project("postgres", {
        include: onOneEngine(),
        globalSetup: postgres,
        ...sharedModules,
        env: { NODE_ENV: "production", TEST_ENGINE: "postgres" },
      }),
    ],
  },
});
