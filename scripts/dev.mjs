// `npm run dev`: the server restarts when its code changes; Vite, which main.ts mounts, reloads the pages.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureDependencies, node24, root } from "./lib/ensure.mjs";
import { main, run } from "./lib/run.mjs";

// Named one by one: plain `--watch` would also watch the temporary file as which Vite loads its configuration.
const watched = readdirSync(join(root, "src")).filter((name) => name !== "web" && !name.includes(".test."));

await main(async () => {
  await ensureDependencies();
  const watch = watched.map((name) => `--watch-path=${join("src", name)}`);
  const args = [...watch, "--watch-preserve-output", "src/main.ts", ...process.argv.slice(2)];
  const server = await run(node24(), args, { cwd: root, env: { NODE_ENV: "development", PROSHNO_DEV: "1" } });
  return server.code;
});
