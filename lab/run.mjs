// `npm run lab`: lists the experiments. `npm run lab -- NAME` runs one, also on a fresh clone.
import { ensureDependencies, node24, root } from "../scripts/lib/ensure.mjs";
import { main, run } from "../scripts/lib/run.mjs";

await main(async () => {
  await ensureDependencies();
  return (await run(node24(), ["lab/run.ts", ...process.argv.slice(2)], { cwd: root })).code;
});
