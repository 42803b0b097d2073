/**
 * Holds one temporary PostgreSQL server for as long as the standard input stays open, then stops it and removes its
 * folder. A program of its own, because its parent's end closes the pipe however the parent ends: a vitest that is
 * interrupted or killed runs no clean-up of its own, yet leaves no server behind.
 *
 * Usage: postgres-keeper.ts FOLDER PROGRAM ARGUMENT…
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { userForServer } from "./unprivileged-user.ts";

const [folder = "", program = "", ...args] = process.argv.slice(2);
const SHUTDOWN_MS = 10_000;

const server = spawn(program, args, {
  cwd: folder,
  stdio: ["ignore", "inherit", "inherit"],
  ...userForServer(),
});
server.on("error", (error) => {
  console.error(error.message);
  process.exitCode = 1;
  finish();
});
server.on("exit", finish);

process.stdin.on("end", () => {
  // To PostgreSQL SIGINT means a fast shutdown and SIGQUIT an immediate one.
  server.kill("SIGINT");
  setTimeout(() => server.kill("SIGQUIT"), SHUTDOWN_MS).unref();
});
process.stdin.resume();

function finish(): void {
  rmSync(folder, { recursive: true, force: true });
  process.stdin.destroy();
}
