import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { recordPath, type ServerRecord } from "../../src/process/server-record.ts";
import { freePort, WITHOUT_LIMITS } from "../../tests/support/process/server.ts";
import { readSafely } from "../lib/process-figures.ts";
import { node24, root } from "../../scripts/lib/ensure.mjs";
import { serverArgs, serverEnv } from "../../scripts/lib/server-process.mjs";

export interface SoakServer {
  origin: string;
  pid: number;
  /** The address of its metrics. */
  metrics: string;
  /** The path of its log, which continues the log of the server before. */
  log: string;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

const WORKERS = 2;
const PAUSE = 50;

/**
 * Starts the product with two cluster workers and its default log level, on an archive that is kept. The first
 * start loads the sample.
 * @param folder gets the data folder `archive` and `server.log`
 * @throws Error if the server ends before it is ready
 */
export async function startSoakServer(folder: string, databaseUrl: string | undefined): Promise<SoakServer> {
  const data = join(folder, "archive");
  const log = join(folder, "server.log");
  mkdirSync(data, { recursive: true });
  await stopLeftover(data);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const output = openSync(log, "a");
  const child = spawn(node24(), serverArgs, {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      ...serverEnv,
      PORT: String(port),
      PROSHNO_DATA: data,
      PROSHNO_WORKERS: String(WORKERS),
      PROSHNO_METRICS_PORT: String(metricsPort),
      // The requests name their visitors, so that no rate limit refuses them.
      PROSHNO_TRUSTED_PROXIES: "loopback",
      // Recognition of the sample's papers would use a core at the start.
      PROSHNO_OCR: "off",
      ...WITHOUT_LIMITS,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ["ignore", output, output],
    // A signal of the terminal ends the load first, and then the server.
    detached: true,
  });
  closeSync(output);
  const pid = child.pid as number;
  const ended = once(child, "exit");
  // The primary writes the record when all workers are ready.
  while (recordOf(data)?.pid !== pid) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: see ${log}.`);
    await sleep(PAUSE);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    pid,
    metrics: `http://127.0.0.1:${metricsPort}/metrics`,
    log,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function recordOf(data: string): ServerRecord | undefined {
  const path = recordPath(data);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as ServerRecord) : undefined;
}

/** Stops the server that a killed soak left behind. */
async function stopLeftover(data: string): Promise<void> {
  const pid = recordOf(data)?.pid;
  const isOurs = () =>
    pid !== undefined &&
    readSafely(`/proc/${pid}/cmdline`).includes("src/main.ts") &&
    readSafely(`/proc/${pid}/environ`).split("\0").includes(`PROSHNO_DATA=${data}`);
  if (isOurs()) process.kill(pid as number, "SIGTERM");
  while (isOurs()) await sleep(PAUSE);
}
