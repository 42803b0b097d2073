import { defineExperiment } from "../lib/experiment.ts";
import { runTests } from "../lib/run-tests.ts";
import { measureTimings } from "./account-timings.ts";

const TESTS = [
  "tests/people",
  "lab/abuse/login-flood",
  "tests/api/authorization-matrix.slow.test.ts",
  "tests/api/authorization-table.site.test.ts",
  "src/shared/people/return-to.test.ts",
  "src/server/platform/mail",
  "src/server/people/auth",
  "src/server/platform/limits",
];
/** Matches lines in which tests print how many cases they ran. */
const FIGURES = /^[\w' ,@./-]+: \d[^\n]*$/;

export const experiment = defineExperiment({
  about: `Runs the tests of accounts, login and mail, and the timings, which need a quiet machine. At the end it prints how many cases
each ran.`,
  options: {},
  needs: () => ["build", "programs"],
  async run() {
    const tests = await runTests(TESTS, { output: "keep" });
    console.log("\nTimings:");
    const timings = await measureTimings();
    const figureLines = tests.output.split("\n").filter((line) => FIGURES.test(line.trim()));
    console.log(["\nCases:", ...new Set(figureLines)].join("\n"));
    return tests.code || timings;
  },
});
