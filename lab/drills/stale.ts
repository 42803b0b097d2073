import { defineExperiment } from "../lib/experiment.ts";
import { whole } from "../lib/options.ts";
import { runTests } from "../lib/run-tests.ts";

export const experiment = defineExperiment({
  about: `A hundred writers hide and show items, and one more writer approves 1,000 items in one decision of the desk and undoes it,
while readers send requests to two processes, on each engine. It fails if a response is older than the data that was
acknowledged before the request.`,
  options: { reads: whole(100_000, "requests of the readers") },
  places: ["reads"],
  needs: () => ["build", "programs"],
  async run({ values: { reads } }) {
    const env = { PROSHNO_STALE_READS: String(reads) };
    return (await runTests(["tests/process/stale.slow.test.ts", "--disable-console-intercept"], { env }))
      .code;
  },
});
