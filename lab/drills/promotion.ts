/**
 * `npm run test:failover`: repeatedly kills PostgreSQL with signal 9 and promotes standbys, while two
 * processes write, roll back and answer from memory. It fails if a response is older than the last
 * acknowledged write.
 */
import { ensureDependencies, node24, root } from "../../scripts/lib/ensure.mjs";
import { main, run } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";

const ROUNDS = process.argv[2] ?? "10";

await main(async () => {
  await ensureDependencies();
  await ensureSystemPackages();
  const env = { PROSHNO_FAILOVERS: ROUNDS, NO_COLOR: "1" };
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "tests/platform/failover.slow.test.ts",
    "--disable-console-intercept",
  ];
  const { code } = await run(node24(), args, { cwd: root, env });
  return code;
});
