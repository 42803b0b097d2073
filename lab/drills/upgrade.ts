import { defineExperiment } from "../lib/experiment.ts";
import { runTests } from "../lib/run-tests.ts";

export const experiment = defineExperiment({
  about: `Upgrades a server with two workers under load, on each engine: a good release, a release that is not healthy, one that
doesn't start, a migration that fails, and a kill at every step and inside every migration. It fails if a request fails or
something is lost.`,
  options: {},
  needs: () => ["build", "programs"],
  async run() {
    const tests = ["upgrade", "killed-migrations", "previous-release"].map(
      (name) => `tests/process/${name}.slow.test.ts`,
    );
    const env = { PROSHNO_DRILL: "1" };
    return (await runTests(["--project", "slow", "--maxWorkers=1", ...tests], { env })).code;
  },
});
