/**
 * `npm run test:openapi`: 10,000 requests generated from /api/openapi.json, as each principal and on both
 * engines. No response may be a 5xx or differ from the document, and every operation must succeed at least
 * ten times. The script prints its seed. `npm run test:openapi -- SEED` sends the requests of that seed
 * again.
 */
import { ensureDependencies, node24, root } from "../scripts/lib/ensure.mjs";
import { ensureSystemPackages } from "../scripts/lib/system-packages.mjs";
import { Failure, main, run } from "../scripts/lib/run.mjs";

const REQUESTS = 10_000;

await main(async () => {
  const seed = process.argv[2] ?? "20261121";
  if (!/^\d{1,9}$/.test(seed)) throw new Failure(`The seed must be a whole number, not ${seed}`);
  await ensureDependencies();
  await ensureSystemPackages();
  const { code } = await run(
    node24(),
    ["node_modules/vitest/vitest.mjs", "run", "tests/api/openapi-requests.slow.test.ts"],
    {
      cwd: root,
      env: { OPENAPI_REQUESTS: String(REQUESTS), OPENAPI_SEED: seed, OPENAPI_ENGINES: "sqlite,postgres" },
    },
  );
  return code;
});
