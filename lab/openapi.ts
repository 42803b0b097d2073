import { defineExperiment } from "./lib/experiment.ts";
import { whole } from "./lib/options.ts";
import { runTests } from "./lib/run-tests.ts";

const REQUESTS = 10_000;

export const experiment = defineExperiment({
  about: `Sends ${REQUESTS.toLocaleString("en")} requests generated from /api/openapi.json, as each principal and on both engines. No response may be a 5xx
or differ from the document, and every operation must succeed at least ten times.`,
  options: { seed: whole(20_261_121, "the seed of the requests", { least: 0, most: 999_999_999 }) },
  places: ["seed"],
  needs: () => ["build", "programs"],
  async run({ values: { seed } }) {
    const env = {
      OPENAPI_REQUESTS: String(REQUESTS),
      OPENAPI_SEED: String(seed),
      OPENAPI_ENGINES: "sqlite,postgres",
    };
    return (await runTests(["tests/api/openapi-requests.slow.test.ts"], { env })).code;
  },
});
