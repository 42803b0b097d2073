import { execFileSync } from "node:child_process";

/**
 * PostgreSQL refuses to run as root, so root starts its programs as the user of Debian's package, or as
 * nobody.
 * @returns the ids of that user; empty for everyone but root
 */
export function userForServer(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const name = exists("postgres") ? "postgres" : "nobody";
  return { uid: idOf("-u", name), gid: idOf("-g", name) };
}

function exists(name: string): boolean {
  try {
    idOf("-u", name);
    return true;
  } catch {
    return false;
  }
}

function idOf(flag: "-u" | "-g", name: string): number {
  return Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
}
