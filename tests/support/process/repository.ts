import { execFileSync } from "node:child_process";

/** The folder of this repository. */
export const repository = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");

/** Git refuses a folder of another user, which is usual in containers. Only the tests' own folders are read here. */
const ANY_OWNER = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.directory", GIT_CONFIG_VALUE_0: "*" };

/** Runs git. @returns its output @throws Error with git's message */
export function git(args: readonly string[], cwd = repository): string {
  return execFileSync("git", args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...ANY_OWNER },
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 100_000_000,
  });
}

/** Fetches a commit of this repository if a shallow clone lacks it. @throws Error if it can't be fetched */
export function ensureCommit(commit: string): void {
  try {
    git(["cat-file", "-e", `${commit}^{commit}`]);
  } catch {
    git(["fetch", "--quiet", "--unshallow", "origin"]);
    git(["cat-file", "-e", `${commit}^{commit}`]);
  }
}
