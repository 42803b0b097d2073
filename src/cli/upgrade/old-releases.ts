import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Place, targetOf } from "./place.ts";
import { git } from "./run.ts";

const VERSION = /^\d+\.\d+\.\d+$/;
/** The lines of git for folders that the installation creates, and for those that it leaves if it fails. */
const INSTALLED = new Set([
  "!! node_modules/",
  "!! build/",
  "!! .react-router/",
  "?? node_modules.part/",
  "?? build.part/",
]);

/**
 * Removes old releases, but nothing that a person may have put there.
 * @param kept the folders of releases that stay, with the primary's own one, because new workers run its Node
 * @param print gets a sentence for each old folder that stays
 */
export async function removeOld(
  { clone, releases, previous }: Place,
  kept: string[],
  print: (line: string) => void,
): Promise<void> {
  const all = [...kept, targetOf(previous)];
  for (const entry of readdirSync(releases, { withFileTypes: true })) {
    const folder = join(releases, entry.name);
    if (!entry.isDirectory() || !VERSION.test(entry.name) || all.includes(folder)) continue;
    if (await isUntouched(folder)) rmSync(folder, { recursive: true, force: true });
    else
      print(`The folder ${folder} stays, because it has files of its own. Delete it if you don't need them.`);
  }
  await git(clone, ["worktree", "prune"], "Git can't read its list of folders.");
}

/** Whether a folder is a release with nothing but its own files. */
export async function isUntouched(folder: string): Promise<boolean> {
  if (!existsSync(join(folder, ".git"))) return false;
  const listed = await git(folder, ["status", "--porcelain", "--ignored"], "").catch(() => "unreadable");
  return listed.split("\n").every((line) => line === "" || INSTALLED.has(line));
}
