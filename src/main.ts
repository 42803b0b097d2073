import cluster from "node:cluster";
import { EnvError, type Env, loadEnv } from "./config/env.ts";
import { createLog } from "./config/log.ts";
import { runPrimary } from "./process/cluster-primary.ts";
import { closeDataFolder, writePrivately } from "./process/private-files.ts";
import { newRecord, removeRecord, writeRecord } from "./process/server-record.ts";

/** Runs the server in a single process. */
async function runAlone(env: Env): Promise<void> {
  const { serve } = await import("./process/server.ts");
  const { lines, stop } = await serve(env);
  writeRecord(env.dataFolder, newRecord(env), createLog(env));
  printReady(env, lines);
  let stopping = false;
  const end = () => {
    // A terminal and npm may both send the same signal.
    if (!stopping) void stop().then(() => removeRecord(env.dataFolder));
    stopping = true;
  };
  process.on("SIGTERM", end).on("SIGINT", end);
  // A service manager sends SIGHUP to replace workers. In a demo, SIGHUP means that the terminal was closed.
  if (env.mode === "production")
    process.on("SIGHUP", () => createLog(env).warn("a single process can't replace itself: restart it"));
}

/** The primary loads no code of the site, so it needs little memory. */
async function start(env: Env): Promise<void> {
  if (cluster.isWorker) return (await import("./process/cluster-worker.ts")).runClusterWorker(env);
  for (const line of closeDataFolder(env.dataFolder)) console.log(line);
  if (env.workers === 1) return runAlone(env);
  await runPrimary(env, createLog(env), (lines) => printReady(env, lines));
}

function printReady({ origin }: Env, lines: string[]): void {
  console.log([`Proshno is ready: ${origin}`, ...lines].join("\n"));
}

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Proshno needs Node 24 or newer. This is ${process.version}. Start Proshno with "npm start", which brings its own Node.`,
  );
  process.exit(1);
}
/** The codes of errors whose message is for the operator. */
const KNOWN = new Set(["EADDRINUSE", "NEWER_SCHEMA", "OLDER_SCHEMA", "PAUSED_ARCHIVE"]);
writePrivately();
try {
  await start(loadEnv());
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  const known = error instanceof EnvError || KNOWN.has(code ?? "");
  console.error(known ? `Proshno can't start.\n${(error as Error).message}` : error);
  process.exit(1);
}
