import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { linkPackages } from "../../../src/cli/upgrade/packages.ts";
import { ensureCommit, git, repository as root } from "./repository.ts";

/**
 * Checks out a commit of this repository, and installs and builds it. It begins with this folder's packages, so that little
 * or nothing is downloaded.
 * @returns the new folder, which the caller removes
 */
export async function checkOutRelease(commit: string): Promise<string> {
  const quiet = { stdio: "pipe" } as const;
  const folder = newReleaseFolder("check-");
  ensureCommit(commit);
  git(["clone", "--quiet", "--shared", "--no-checkout", root, folder]);
  git(["checkout", "--quiet", "--detach", commit], folder);
  // The installation replaces packages whose versions are not those of the release.
  await linkPackages(root, folder);
  cpSync(join(root, "build"), join(folder, "build"), { recursive: true });
  for (const script of ["install", "build"]) {
    execFileSync(process.execPath, [`scripts/${script}.mjs`], { cwd: folder, ...quiet });
  }
  return folder;
}

/** Makes a folder that git ignores, on the disk of this repository, because packages are hard links. */
export function newReleaseFolder(prefix: string): string {
  const ignored = join(root, "releases");
  mkdirSync(ignored, { recursive: true });
  return realpathSync(mkdtempSync(join(ignored, prefix)));
}
