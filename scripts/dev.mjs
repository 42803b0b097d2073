// `npm run dev`: the server restarts when its code changes; Vite, which main.ts mounts, reloads the pages.
import { ensureDependencies, node24, root } from "./lib/ensure.mjs";
import { main, run } from "./lib/run.mjs";

const WATCHED = ["src/server", "src/shared", "src/api", "src/main.ts", "src/env.ts"];

await main(async () => {
  await ensureDependencies();
  const watch = WATCHED.map((path) => `--watch-path=${path}`);
  const args = [...watch, "--watch-preserve-output", "src/main.ts", ...process.argv.slice(2)];
  const server = await run(node24(), args, { cwd: root, env: { NODE_ENV: "development", PROSHNO_DEV: "1" } });
  return server.code;
});
