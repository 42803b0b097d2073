/**
 * `npm run test:stale`: a hundred writers hide and show items, and one more writer approves 1,000 items in one decision of the
 * desk and undoes it, while readers send requests to two processes, on each engine. It fails if a response is older than the
 * data that was acknowledged before the request.
 */
import { ensureBuild, ensureDependencies, node24, root } from "../../scripts/lib/ensure.mjs";
import { main, run } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";

const READS = process.argv[2] ?? "100000";

await main(async () => {
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();
  const env = { PROSHNO_STALE_READS: READS, NO_COLOR: "1" };
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "tests/process/stale.slow.test.ts",
    "--disable-console-intercept",
  ];
  const { code } = await run(node24(), args, { cwd: root, env });
  return code;
});
