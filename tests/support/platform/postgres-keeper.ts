/**
 * Starts a temporary PostgreSQL server, keeps it while the standard input is open, then stops it and removes
 * its folder. It is a separate program, because the pipe closes however its parent ends: an interrupted or
 * killed vitest runs no clean-up, but still leaves nothing behind. Usage: postgres-keeper.ts PROGRAMS FOLDER
 * PORT
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, rmSync } from "node:fs";
import { join } from "node:path";
import { userForServer } from "./unprivileged-user.ts";

const [programs = "", folder = "", port = ""] = process.argv.slice(2);
const SHUTDOWN_MS = 10_000;

const CLUSTER = ["--username=postgres", "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8"];
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  port,
  unix_socket_directories: folder,
  max_connections: 200,
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
};

const user = userForServer();
const data = join(folder, "data");
let running: ChildProcess | undefined;
let released = false;

process.stdin.on("end", () => {
  released = true;
  // For PostgreSQL, SIGINT means a fast shutdown and SIGQUIT an immediate one.
  running?.kill("SIGINT");
  setTimeout(() => running?.kill("SIGQUIT"), SHUTDOWN_MS).unref();
});
process.stdin.resume();

try {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  await runToEnd("initdb", [...CLUSTER, "--no-sync", "--no-instructions"]);
  await runToEnd(
    "postgres",
    Object.entries(SETTINGS).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
  process.stdin.destroy();
}

async function runToEnd(program: string, args: string[]): Promise<void> {
  if (released) return;
  running = spawn(join(programs, program), [...args, "-D", data], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    ...user,
  });
  const [code] = await once(running, "exit");
  running = undefined;
  if (code !== 0 && !released) throw new Error(`${program} ended with ${code}.`);
}
