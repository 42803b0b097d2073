// `npm run dev`: the server restarts when its code changes; Vite, which main.ts mounts, reloads the pages. If
// no provider is set, it starts one on this machine, so that you can try the social login.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ensureDependencies, node24, root } from "./lib/ensure.mjs";
import { main, run } from "./lib/run.mjs";

// Each path is listed: plain `--watch` would also watch the temporary file of Vite's configuration.
const watched = readdirSync(join(root, "src")).filter((name) => name !== "web" && !name.includes(".test."));

await main(async () => {
  await ensureDependencies();
  const watch = watched.map((name) => `--watch-path=${join("src", name)}`);
  const args = [...watch, "--watch-preserve-output", "src/main.ts", ...process.argv.slice(2)];
  const provider = process.env.PROSHNO_OIDC_ISSUER ? undefined : await startProvider();
  const env = { NODE_ENV: "development", PROSHNO_DEV: "1", ...provider?.env };
  const server = await run(node24(), args, { cwd: root, env });
  provider?.stop();
  return server.code;
});

/**
 * Starts a provider on this machine.
 * @returns {Promise<{ env: Record<string, string>, stop: () => void } | undefined>} the environment for the
 * server; undefined if the provider can't run, and then the server also reports the reason
 */
async function startProvider() {
  const child = spawn(node24(), ["scripts/dev-provider.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    return { env: JSON.parse(line), stop: () => child.kill() };
  }
  return undefined;
}
