import { execFileSync } from "node:child_process";
import type { TestServer } from "./server.ts";

/** Limits of setrlimit(2): the size of a written file, open files, and memory for data. */
export type ProcessLimit = "fsize" | "nofile" | "data";

/** Changes a soft limit of a running process. The limit can be lifted again. */
export function limitProcess(pid: number, limit: ProcessLimit, value: number | "unlimited"): void {
  execFileSync("prlimit", [`--pid=${pid}`, `--${limit}=${value}:`]);
}

/** The soft limit of a running process, as `limitProcess` takes it. */
export function limitOf(pid: number, limit: ProcessLimit): number | "unlimited" {
  const args = [`--pid=${pid}`, `--${limit}`, "--output=SOFT", "--noheadings"];
  const value = execFileSync("prlimit", args, { encoding: "utf8" }).trim();
  return value === "unlimited" ? value : Number(value);
}

/** Limits the size of files that a server of one process can write, like a full disk. */
export function limitRoom(server: TestServer, bytes: number | "unlimited"): void {
  limitProcess(server.process.pid as number, "fsize", bytes);
}
