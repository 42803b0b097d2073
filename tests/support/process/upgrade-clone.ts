import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPlace } from "../../../src/cli/upgrade/place.ts";

/** Runs git as a person who makes commits. @returns its output */
export const gitAs = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.edu", ...args], {
    cwd,
    encoding: "utf8",
    stdio: "pipe",
  }).trim();

/** A small repository, and a clone of it from which an upgrade starts. */
export async function createUpgradeClone() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "proshno-upgrades-")));
  const [upstream, clone] = [join(folder, "upstream"), join(folder, "clone")];
  /** Makes a commit. @returns its hash */
  function commit(text: string): string {
    writeFileSync(join(upstream, "text"), text);
    gitAs(upstream, "add", "--all");
    gitAs(upstream, "commit", "--quiet", "--message", text);
    return gitAs(upstream, "rev-parse", "HEAD");
  }
  mkdirSync(upstream);
  gitAs(upstream, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(upstream, ".gitignore"), "/releases/\n/current\n");
  commit("one");
  gitAs(folder, "clone", "--quiet", "upstream", "clone");
  const place = await findPlace(clone);
  return {
    folder,
    upstream,
    clone,
    place,
    commit,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type UpgradeClone = Awaited<ReturnType<typeof createUpgradeClone>>;
