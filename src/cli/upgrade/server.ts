import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { recordPath, type ServerRecord } from "../../process/server-record.ts";
import { CommandError } from "../cli.ts";
import type { Place } from "./place.ts";

/** How often the server's record is read, in ms. */
const POLL_INTERVAL = 200;
/** How long a worker may take to start, and an old one to stop, in ms. */
const WORKER_LIMIT = 90_000;
/** How long the operator has to restart a server of one process, in ms. */
const RESTART_LIMIT = 15 * 60_000;
/** How long a new release may take until it is healthy, in ms. */
const HEALTH_LIMIT = 30_000;
/** How many times in a row all addresses must respond, a second apart. */
const ROUNDS = 5;
const PAUSE = 1_000;
const RESPONSE_TIMEOUT = 10_000;
/** The readiness check, a page, and a list from the database. */
const ADDRESSES = ["/readyz", "/", "/api/allQuestions?page=0"];

/** The record of the running server of this data folder; undefined if no server is running. */
export function runningServer(dataFolder: string): ServerRecord | undefined {
  let record: ServerRecord;
  try {
    record = JSON.parse(readFileSync(recordPath(dataFolder), "utf8")) as ServerRecord;
  } catch {
    return undefined;
  }
  try {
    // A killed server leaves its record, and another program may have its number now.
    return readFileSync(`/proc/${record.pid}/cmdline`, "utf8").includes("main.ts") ? record : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Makes the running server run the current release.
 * @param folder the folder of the current release
 * @param print shows a line to the operator
 * @returns the problem as a sentence; undefined if every worker runs the release
 */
export async function restart(
  dataFolder: string,
  folder: string,
  print: (line: string) => void,
): Promise<string | undefined> {
  const before = runningServer(dataFolder);
  if (!before) return "The server stopped.";
  if (before.workers.length === 0) return awaitRestart(dataFolder, folder, print);
  process.kill(before.pid, "SIGHUP");
  const deadline = performance.now() + WORKER_LIMIT * before.workers.length;
  for (;;) {
    const record = runningServer(dataFolder);
    if (record?.pid !== before.pid) return "The server stopped.";
    if (record.replacements > before.replacements) {
      const isNew = record.isReplaced && record.workers.every((one) => one === folder);
      return isNew ? undefined : "A new worker didn't start; the server's log says why.";
    }
    if (performance.now() > deadline) return "The workers were not replaced in time.";
    await sleep(POLL_INTERVAL);
  }
}

/** A server of one process can't replace itself, so the operator restarts it. */
async function awaitRestart(
  dataFolder: string,
  folder: string,
  print: (line: string) => void,
): Promise<string | undefined> {
  if (runningServer(dataFolder)?.folder === folder) return undefined;
  print(
    "This server has one process. Restart it now in another terminal, for example: systemctl restart proshno",
  );
  const deadline = performance.now() + RESTART_LIMIT;
  while (performance.now() < deadline) {
    if (runningServer(dataFolder)?.folder === folder) return undefined;
    await sleep(POLL_INTERVAL);
  }
  return "The server was not restarted within 15 minutes.";
}

/**
 * Asks the server for its readiness, a page and a list.
 * @returns the problem as a sentence; undefined if the server is healthy
 */
export async function checkHealth({
  address,
  workers,
}: Pick<ServerRecord, "address" | "workers">): Promise<string | undefined> {
  const deadline = performance.now() + HEALTH_LIMIT;
  let problem: string | undefined;
  for (let good = 0; good < ROUNDS;) {
    const found = await askAll(address, Math.max(1, workers.length));
    // A release that fails now and then is not healthy, although its last response was good.
    problem = found ?? problem;
    good = found === undefined ? good + 1 : 0;
    if (performance.now() > deadline) return problem;
    if (good < ROUNDS) await sleep(PAUSE);
  }
  return undefined;
}

/** Asks for each path once for each worker: new connections go to the workers in turn. */
async function askAll(address: string, workers: number): Promise<string | undefined> {
  const paths = ADDRESSES.flatMap((path) => Array.from({ length: workers }, () => path));
  for (const path of paths) {
    try {
      const response = await fetch(address + path, {
        headers: { connection: "close" },
        redirect: "manual",
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT),
      });
      const text = await response.text();
      if (response.status !== 200) return `${path} responds with ${response.status}: ${text.slice(0, 200)}`;
    } catch (error) {
      return `${path} doesn't respond: ${(error as Error).message}`;
    }
  }
  return undefined;
}

/** @throws CommandError if this process may not send signals to the server */
export function checkUser({ pid }: ServerRecord): void {
  try {
    process.kill(pid, 0);
  } catch {
    throw new CommandError(
      `The server (process ${pid}) belongs to another user. Run the command as that user.`,
    );
  }
}

/** @throws CommandError if the server runs in another folder, so that it would never start the new release */
export function checkFolder({ folder }: ServerRecord, { releases, current }: Place): void {
  if (dirname(folder) === releases) return;
  throw new CommandError(
    `The server runs in ${folder}, so it can't start another release. Set its WorkingDirectory to ${current} ` +
      "(docs/proshno.service), restart it, and run the command again.",
  );
}

/** @throws CommandError if the running server's Node is too old for the release */
export function checkNode({ node }: ServerRecord, engines: string, version: string): void {
  const wanted = Number(/\d+/.exec(engines)?.[0] ?? 0);
  if (Number.parseInt(node, 10) >= wanted) return;
  throw new CommandError(
    `Proshno ${version} needs Node ${wanted}, but the running server has Node ${node}. ` +
      "Stop the server, run `npm run upgrade`, and start the server.",
  );
}
