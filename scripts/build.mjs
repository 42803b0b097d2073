// `npm run build`: builds the web part ahead of the first start, and does nothing when it is up to date.
import { ensureBuild, ensureDependencies } from "./lib/ensure.mjs";
import { main } from "./lib/run.mjs";

await main(async () => {
  await ensureDependencies();
  await ensureBuild();
  return 0;
});
