// Runs src/cli/NAME.ts for the commands of package.json, also on a fresh clone.
import { ensureDependencies, node24, root } from "./lib/ensure.mjs";
import { main, run } from "./lib/run.mjs";

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  await ensureDependencies();
  return (await run(node24(), [`src/cli/${name}.ts`, ...args], { cwd: root })).code;
});
