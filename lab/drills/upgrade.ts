// `npm run drill:upgrade`: upgrades a server with two workers under load, on each engine: a good release, a release
// that is not healthy, one that doesn't start, a migration that fails, and a kill at every step and inside every
// migration. It fails if a request fails or something is lost.
import { ensureBuild, ensureDependencies, node24, root } from "../../scripts/lib/ensure.mjs";
import { main, run } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";

await main(async () => {
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();
  const tests = ["upgrade", "killed-migrations", "previous-release"].map(
    (name) => `tests/process/${name}.slow.test.ts`,
  );
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "slow", "--maxWorkers=1", ...tests];
  return (await run(node24(), args, { cwd: root, env: { PROSHNO_DRILL: "1" } })).code;
});
