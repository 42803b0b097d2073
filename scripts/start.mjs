// `npm start`: installs and builds the missing parts, then runs Proshno. It runs on the machine's own Node,
// version 18 or newer.
import { ensureBuild, ensureDependencies, node24, root } from "./lib/ensure.mjs";
import { main, run } from "./lib/run.mjs";
import { serverArgs, serverEnv } from "./lib/server-process.mjs";

await main(async () => {
  await ensureDependencies();
  await ensureBuild();
  const server = await run(node24(), [...serverArgs, ...process.argv.slice(2)], {
    cwd: root,
    env: serverEnv,
  });
  return server.code;
});
