import { existsSync, readdirSync, rmSync, statSync, statfsSync } from "node:fs";
import { join, sep } from "node:path";
import type { Env } from "../../config/env.ts";
import { MB } from "../../shared/text/bytes.ts";
import { CommandError } from "../cli.ts";
import type { Place } from "./place.ts";
import type { Release } from "./releases.ts";
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
  const refused = "Couldn't fetch the new commits. Check the network.";
  await git(clone, ["fetch", "--quiet", "--no-tags", remote], refused).catch((error: unknown) => {
    removeUnfinishedPacks(clone);
    throw error;
  });
  return git(clone, ["rev-parse", `${branch}@{upstream}`], failure);
}

/** A fetch that was interrupted leaves what it got, which may be much. */
function removeUnfinishedPacks(clone: string): void {
  const folder = join(clone, ".git/objects/pack");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder))
    if (name.startsWith("tmp_")) rmSync(join(folder, name), { force: true });
}

/** The modes of git for a file, and for a program. */
const MODES = new Set(["100644", "100755"]);
/** A release has about 2,500 files and 15 MB. */
const MAX_FILES = 20_000;
const MAX_BYTES = 300 * MB;

/**
 * Refuses a commit that can't be the release of the table, before any of its files is written or run.
 * @param branch the fetched commit of the branch
 * @returns what its package.json says about Node
 * @throws CommandError
 */
export async function checkRelease(
  { clone }: Place,
  { version, commit }: Pick<Release, "version" | "commit">,
  branch: string,
): Promise<string> {
  const unknown = `Proshno ${version} is not among the fetched commits.`;
  await git(clone, ["cat-file", "-e", `${commit}^{commit}`], unknown);
  await git(clone, ["merge-base", "--is-ancestor", commit, branch], unknown);
  const refuse = (why: string) =>
    new CommandError(`Proshno ${version} can't be installed: its commit ${commit} ${why}. ${DISTRUST}`);
  const lines = (await git(clone, ["ls-tree", "-r", "-l", commit], unknown)).split("\n");
  if (lines.length > MAX_FILES) throw refuse("has too many files");
  let bytes = 0;
  for (const line of lines) {
    const [, mode = "", size = ""] = /^(\d{6}) \w+ [0-9a-f]+ +(\d+|-)\t/.exec(line) ?? [];
    if (!MODES.has(mode)) throw refuse("has a link or a submodule");
    bytes += Number(size);
  }
  if (!(bytes <= MAX_BYTES)) throw refuse("is too large");
  const described = await git(clone, ["show", `${commit}:package.json`], unknown);
  const { version: own, node } = read(described) ?? {};
  if (own !== version) throw refuse(`doesn't say in its package.json that it is ${version}`);
  if (node === undefined) throw refuse("doesn't say in its package.json which Node it needs");
  return node;
}

/** Says what to do about a release that nobody of Proshno made. */
const DISTRUST =
  "Nothing was changed. Check where the clone fetches from (git remote -v), and report this before you try again.";

/** Reads a package.json; undefined if it can't be read. */
function read(text: string): { version: unknown; node: string | undefined } | undefined {
  try {
    const { version, engines } = JSON.parse(text) as { version?: unknown; engines?: { node?: unknown } };
    const node = engines?.node;
    return { version, node: typeof node === "string" ? node : undefined };
  } catch {
    return undefined;
  }
}

/**
 * Refuses a table whose row of the running release names another commit than the one that runs: someone rewrote the
 * history.
 * @param from the folder of the running release
 * @throws CommandError
 */
export async function checkHistory(
  releases: readonly Release[],
  version: string,
  from: string,
): Promise<void> {
  const listed = releases.find((release) => release.version === version)?.commit;
  const running = await git(from, ["rev-parse", "HEAD"], `Git can't read ${from}.`);
  if (listed === undefined || listed === running) return;
  throw new CommandError(
    `docs/releases.md names another commit for Proshno ${version} than the one that runs, so someone rewrote the history. ${DISTRUST}`,
  );
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
    "into a branch with its own docs/releases.md, and let the clone follow that branch. If you have none, someone " +
    "rewrote the history: check where the clone fetches from (git remote -v), and report this.";
  const running = await git(from, ["rev-parse", "HEAD"], `Git can't read ${from}.`);
  await git(place.clone, ["merge-base", "--is-ancestor", running, commit], failure);
}
