// First step of the checks: brings node_modules to the lock file's state, and does nothing when it is there.
import { ensureDependencies } from "./lib/ensure.mjs";
import { main } from "./lib/run.mjs";

await main(async () => {
  await ensureDependencies();
  return 0;
});
