import { Failure } from "../../scripts/lib/run.mjs";
import { policy, type PolicyName } from "../../src/shared/people/policy.ts";
import { defineExperiment } from "../lib/experiment.ts";
import { choices } from "../lib/options.ts";
import { runTests } from "../lib/run-tests.ts";

/** The number of parallel runs; one run keeps one core busy. */
const PARALLEL = 2;
const FIGURES = /authorization matrix: (\d+) cells, (\d+) wrong/;

export const experiment = defineExperiment({
  about: `Inverts one policy at a time, and checks that the authorization matrix notices. If the matrix stays green, the policy is not
tested or has no effect.`,
  options: { names: choices(Object.keys(policy) as PolicyName[], "only some policies") },
  places: ["names"],
  needs: () => ["build"],
  async run({ values: { names } }) {
    const before = await redCells("");
    if (before > 0)
      throw new Failure(`The matrix has ${before} wrong cells with no policy inverted: mend that first.`);
    const green: PolicyName[] = [];
    console.log(`${"policy inverted".padEnd(22)}red cells`);
    const left = names.values();
    const work = async () => {
      for (const name of left) {
        const red = await redCells(name);
        if (red === 0) green.push(name);
        console.log(`${name.padEnd(22)}${String(red).padStart(9)}${red === 0 ? "  STAYS GREEN" : ""}`);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    console.log(`\n${names.length} policies inverted, ${green.length} unnoticed`);
    return green.length > 0 ? 1 : 0;
  },
});

/** @returns how many cells of the matrix are wrong while this policy is inverted */
async function redCells(inverted: PolicyName | ""): Promise<number> {
  const { output, stopped } = await runTests(["tests/api/authorization-matrix.slow.test.ts"], {
    // The matrix runs on SQLite. This address prevents the start of a PostgreSQL server.
    env: { INVERT_POLICY: inverted, TEST_DATABASE_URL: "postgres://unused" },
    output: "quiet",
  });
  if (stopped) process.exit(1);
  const [, cells, wrong] = FIGURES.exec(output) ?? [];
  if (!cells || cells === "0")
    throw new Failure(`${output}\nThe matrix did not run with ${inverted || "no policy"} inverted.`);
  return Number(wrong);
}
