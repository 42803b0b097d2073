import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { findPostgres } from "../../../scripts/lib/system-packages.mjs";
import { freePort } from "../process/server.ts";

/** How long a busy machine may take to create and start a server, in ms. */
const START_MS = 120_000;
const ATTEMPTS = 3;

export interface TemporaryPostgres {
  /** The address of the superuser connection; tests create their own databases there. */
  url: string;
  stop: () => Promise<void>;
}

/**
 * Starts an empty PostgreSQL server on a free loopback port. It trades durability for speed, because none of
 * its data must survive.
 */
export async function startPostgres(): Promise<TemporaryPostgres> {
  const programs = findPostgres();
  if (!programs) {
    throw new Error(
      "The tests need PostgreSQL. Run `npm test`, which installs it, or name a server in TEST_DATABASE_URL.",
    );
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(programs);
    } catch (error) {
      // A different program may take the free port before PostgreSQL uses it.
      if (attempt === ATTEMPTS || !String(error).includes("Address already in use")) throw error;
    }
  }
}

async function startOnce(programs: string): Promise<TemporaryPostgres> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "proshno-pg-"));
  const keeper = spawn(
    process.execPath,
    [join(import.meta.dirname, "postgres-keeper.ts"), programs, folder, String(port)],
    // Detached from the terminal, because the keeper must react only to the end of its input.
    { stdio: ["pipe", "ignore", "pipe"], detached: true },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  try {
    await waitUntilReady(url, folder, keeper);
  } catch (error) {
    await stop(keeper);
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return { url, stop: () => stop(keeper) };
}

async function stop(keeper: ChildProcess): Promise<void> {
  if (keeper.exitCode !== null) return;
  const exited = new Promise((resolve) => keeper.once("exit", resolve));
  keeper.stdin?.end();
  await exited;
}

async function waitUntilReady(url: string, folder: string, keeper: ChildProcess): Promise<void> {
  let log = "";
  keeper.stderr?.on("data", (chunk) => (log += chunk));
  const ended = new Promise((resolve) => keeper.once("close", resolve));
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline && keeper.exitCode === null) {
    if (await answers(url, folder)) return;
    await Promise.race([sleep(50), ended]);
  }
  throw new Error(`PostgreSQL did not start:\n${log}`);
}

/** Whether the server of this folder answers on that port, and not a different program. */
async function answers(url: string, folder: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return rows[0]?.data_directory === join(folder, "data");
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
