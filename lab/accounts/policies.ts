/**
 * `npm run test:policies`: inverts one policy at a time, and checks that the authorization matrix notices. If
 * the matrix stays green, the policy is not tested or has no effect. `npm run test:policies -- edit vote`
 * inverts only these.
 */
import { policy, type PolicyName } from "../../src/shared/policy.ts";
import { ensureBuild, ensureDependencies, node24, root } from "../../scripts/lib/ensure.mjs";
import { Failure, main, run } from "../../scripts/lib/run.mjs";

/** The number of parallel runs; one run keeps one core busy. */
const PARALLEL = 2;
const FIGURES = /authorization matrix: (\d+) cells, (\d+) wrong/;

/** @returns how many cells of the matrix are wrong while this policy is inverted */
async function redCells(inverted: PolicyName | ""): Promise<number> {
  const { output, stopped } = await run(
    node24(),
    ["node_modules/vitest/vitest.mjs", "run", "tests/api/authorization-matrix.slow.test.ts"],
    {
      cwd: root,
      // The matrix runs on SQLite. This address prevents the start of a PostgreSQL server.
      env: { INVERT_POLICY: inverted, TEST_DATABASE_URL: "postgres://unused", NO_COLOR: "1" },
      quiet: true,
    },
  );
  if (stopped) process.exit(1);
  const [, cells, wrong] = FIGURES.exec(output) ?? [];
  if (!cells || cells === "0")
    throw new Failure(`${output}\nThe matrix did not run with ${inverted || "no policy"} inverted.`);
  return Number(wrong);
}

await main(async () => {
  await ensureDependencies();
  await ensureBuild();
  const before = await redCells("");
  if (before > 0)
    throw new Failure(`The matrix has ${before} wrong cells with no policy inverted: mend that first.`);

  const chosen = process.argv.slice(2);
  const unknown = chosen.find((name) => !(name in policy));
  if (unknown !== undefined) throw new Failure(`There is no policy "${unknown}".`);
  const names = (chosen.length > 0 ? chosen : Object.keys(policy)) as PolicyName[];
  const green: PolicyName[] = [];
  console.log(`${"policy inverted".padEnd(22)}red cells`);
  const left = names.values();
  const worker = async () => {
    for (const name of left) {
      const red = await redCells(name);
      if (red === 0) green.push(name);
      console.log(`${name.padEnd(22)}${String(red).padStart(9)}${red === 0 ? "  STAYS GREEN" : ""}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  console.log(`\n${names.length} policies inverted, ${green.length} unnoticed`);
  return green.length > 0 ? 1 : 0;
});
