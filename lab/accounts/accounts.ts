/**
 * `npm run test:accounts`: runs the tests of accounts, login and mail, and the timings, which need a quiet
 * machine. At the end it prints how many cases each ran.
 */
import { ensureBuild, ensureDependencies, node24, root } from "../../scripts/lib/ensure.mjs";
import { main, run } from "../../scripts/lib/run.mjs";
import { ensureSystemPackages } from "../../scripts/lib/system-packages.mjs";

const TESTS = [
  "tests/people",
  "tests/api/authorization-matrix.slow.test.ts",
  "tests/api/authorization-table.site.test.ts",
  "src/shared/return-to.test.ts",
  "src/server/platform/mail",
  "src/server/people/auth",
  "src/server/platform/limits",
];
/** Matches lines in which tests print how many cases they ran. */
const FIGURES = /^[\w' ,@./-]+: \d[^\n]*$/;

await main(async () => {
  await ensureDependencies();
  await ensureBuild();
  await ensureSystemPackages();
  const env = { NO_COLOR: "1" };
  const tests = await run(node24(), ["node_modules/vitest/vitest.mjs", "run", ...TESTS], {
    cwd: root,
    env,
    keep: true,
  });
  console.log("\nTimings, 200 pairs each:");
  const timings = await run(node24(), ["scripts/account-timings.ts"], { cwd: root });
  const told = tests.output.split("\n").filter((line) => FIGURES.test(line.trim()));
  console.log(["\nCases:", ...new Set(told)].join("\n"));
  return tests.code || timings.code;
});
