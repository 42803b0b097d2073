// `npm run build`: builds the web part before the first start, and does nothing if it is up to date.
import { ensureBuild, ensureDependencies } from "./lib/ensure.mjs";
import { main } from "./lib/run.mjs";

await main(async () => {
  await ensureDependencies();
  await ensureBuild();
  return 0;
});
