// The first step of the checks: installs the dependencies of the lock file, and does nothing if they are
// installed.
import { ensureDependencies } from "./lib/ensure.mjs";
import { main } from "./lib/run.mjs";

await main(async () => {
  await ensureDependencies();
  return 0;
});
