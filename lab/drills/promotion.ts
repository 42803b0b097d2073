import { defineExperiment } from "../lib/experiment.ts";
import { whole } from "../lib/options.ts";
import { runTests } from "../lib/run-tests.ts";

export const experiment = defineExperiment({
  about: `Repeatedly kills PostgreSQL with signal 9 and promotes standbys, while two processes write, roll back and answer from memory.
It fails if a response is older than the last acknowledged write.`,
  options: { rounds: whole(10, "how often PostgreSQL is killed") },
  places: ["rounds"],
  needs: () => ["build", "programs"],
  async run({ values: { rounds } }) {
    const env = { PROSHNO_FAILOVERS: String(rounds) };
    return (await runTests(["tests/platform/failover.slow.test.ts", "--disable-console-intercept"], { env }))
      .code;
  },
});
