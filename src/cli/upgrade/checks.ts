import { existsSync, statSync, statfsSync } from "node:fs";
import { join, sep } from "node:path";
import type { Env } from "../../config/env.ts";
import { MB } from "../../shared/bytes.ts";
import { CommandError } from "../cli.ts";
import type { Place } from "./place.ts";
import { git } from "./run.ts";

/** The size of an installed release with its packages, in bytes. */
const RELEASE_BYTES = 1_500 * MB;
/** The free space that the data folder needs beside a copy of the database, in bytes. */
const DATA_BYTES = 200 * MB;

/**
 * Refuses a machine on which an upgrade would fail or lose something.
 * @param from the folder of the running release; undefined for a new installation
 * @throws CommandError with a sentence that says what to do
 */
export async function checkMachine(place: Place, env: Env, from: string | undefined): Promise<void> {
  if (env.dataFolder.startsWith(place.clone + sep)) {
    throw new CommandError(
      `The data folder ${env.dataFolder} is inside the clone. Move it out, and set PROSHNO_DATA to its new path.`,
    );
  }
  for (const folder of [place.clone, ...(from ? [from] : [])]) await checkClean(folder);
  checkSpace(place.releases, RELEASE_BYTES);
  if (existsSync(env.dataFolder)) checkSpace(env.dataFolder, DATA_BYTES + databaseBytes(env));
}

async function checkClean(folder: string): Promise<void> {
  const changed = await git(folder, ["status", "--porcelain"], `Git can't read ${folder}.`);
  if (!changed) return;
  throw new CommandError(
    `${folder} has changes that are not in git:\n${changed}\n` +
      "An upgrade would leave them behind. Commit them to your branch, or undo them with `git restore .`.",
  );
}

/** The size of a database in the data folder, with its write-ahead log. */
function databaseBytes({ dataFolder, databaseUrl }: Env): number {
  if (databaseUrl) return 0;
  const sizes = ["proshno.sqlite", "proshno.sqlite-wal"].map(
    (name) => statSync(join(dataFolder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return sizes.reduce((total, size) => total + size, 0);
}

function checkSpace(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / MB).toLocaleString("en")} MB`;
  throw new CommandError(
    `The disk of ${folder} has ${inMegabytes(free)} free, but the upgrade needs ${inMegabytes(needed)}. ` +
      "Delete something, and run the command again.",
  );
}

/**
 * Fetches the newest commits of the branch that the clone follows.
 * @returns the fetched commit of that branch
 * @throws CommandError if the clone is on no branch, or the branch follows no other
 */
export async function fetchBranch({ clone }: Place): Promise<string> {
  const failure =
    `The clone ${clone} is on no branch with an upstream. Run: git -C ${clone} switch main && ` +
    `git -C ${clone} branch --set-upstream-to origin/main`;
  const branch = await git(clone, ["symbolic-ref", "--short", "HEAD"], failure);
  const remote = await git(clone, ["config", `branch.${branch}.remote`], failure);
  await git(clone, ["fetch", "--quiet", remote], "Couldn't fetch the new commits. Check the network.");
  return git(clone, ["rev-parse", `${branch}@{upstream}`], failure);
}

/**
 * Refuses a release that lacks commits of the running one, such as a club's own changes.
 * @throws CommandError
 */
export async function checkDescent(
  place: Place,
  from: string,
  commit: string,
  version: string,
): Promise<void> {
  const failure =
    `Proshno ${version} doesn't contain the commit that runs now. If you have commits of your own, merge them ` +
    "into a branch with its own docs/releases.md, and let the clone follow that branch.";
  const running = await git(from, ["rev-parse", "HEAD"], `Git can't read ${from}.`);
  await git(place.clone, ["merge-base", "--is-ancestor", running, commit], failure);
}
