import cluster from "node:cluster";
import { EnvError, type Env, loadEnv } from "./env.ts";
import { createLog } from "./log.ts";
import { openArchive } from "./open-archive.ts";
import { runPrimary } from "./primary.ts";
import { serve } from "./serve.ts";
import { prepareSample } from "./start-sample.ts";
import { proxyLines } from "./trusted-proxies.ts";
import { runWorker } from "./worker.ts";

/** Migrates, and loads the sample archive on a first start. @returns lines for the operator */
async function prepare(env: Env): Promise<string[]> {
  const { services, close } = await openArchive(env);
  try {
    return env.mode === "demo" ? await prepareSample(services) : [];
  } finally {
    await close();
  }
}

/** The one process of a server with no others. */
async function runAlone(env: Env): Promise<void> {
  const sample = env.mode === "demo" ? await prepare(env) : [];
  const { lines, stop } = await serve(env);
  console.log([`Proshno is ready: ${env.origin}`, ...lines, ...proxyLines(env), ...sample].join("\n"));
  let stopping = false;
  const end = () => {
    // A terminal and npm may both send the same signal.
    if (!stopping) void stop();
    stopping = true;
  };
  process.on("SIGTERM", end).on("SIGINT", end);
}

async function start(env: Env): Promise<void> {
  if (cluster.isWorker) return runWorker(env);
  if (env.workers === 1) return runAlone(env);
  const sample = await prepare(env);
  await runPrimary(env.workers, createLog(env), (lines) => {
    console.log([`Proshno is ready: ${env.origin}`, ...lines, ...proxyLines(env), ...sample].join("\n"));
  });
}

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Proshno needs Node 24 or newer; this is ${process.version}. Run it by "npm start", which brings its own.`,
  );
  process.exit(1);
}
try {
  await start(loadEnv());
} catch (error) {
  const known = error instanceof EnvError || (error as NodeJS.ErrnoException).code === "EADDRINUSE";
  console.error(known ? `Proshno can't start.\n${(error as Error).message}` : error);
  process.exit(1);
}
