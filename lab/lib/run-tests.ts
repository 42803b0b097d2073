import { node24, root } from "../../scripts/lib/ensure.mjs";
import { run } from "../../scripts/lib/run.mjs";

export interface TestRun {
  env?: Record<string, string>;
  /** `quiet` keeps the output instead of showing it, `keep` does both. By default the output is only shown. */
  output?: "quiet" | "keep";
}

/** Runs Vitest on these files or with these arguments. @returns its exit code and the output */
export function runTests(args: readonly string[], { env = {}, output }: TestRun = {}) {
  return run(node24(), ["node_modules/vitest/vitest.mjs", "run", ...args], {
    cwd: root,
    env: { NO_COLOR: "1", ...env },
    quiet: output === "quiet",
    keep: output === "keep",
  });
}
