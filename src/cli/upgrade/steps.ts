import { cpSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "../../config/env.ts";
import { ownRelease } from "../../process/release-folder.ts";
import { CommandError, FILES_MISSING } from "../cli.ts";
import { checkDescent, checkMachine, checkRelease } from "./checks.ts";
import { linkPackages, shareAssets } from "./packages.ts";
import { isUntouched, removeOld } from "./old-releases.ts";
import { type Place, point, versionIn } from "./place.ts";
import { git, run } from "./run.ts";
import { checkFolder, checkHealth, checkNode, checkUser, restart, runningServer } from "./server.ts";
import type { Step, UpgradeState } from "./state.ts";

export interface Upgrade {
  place: Place;
  env: Env;
  state: UpgradeState;
  /** The place for the backup; undefined for the place in the settings, false for no backup. */
  backup: string | undefined | false;
  /** Shows a line to the operator. */
  print: (line: string) => void;
}

/** The line of each step. */
export const stepTexts: Readonly<Record<Step, string>> = {
  check: "Checking the machine",
  backup: "Making a backup",
  fetch: "Fetching the release",
  install: "Installing and building it beside the running release",
  migrate: "Migrating the database",
  switch: "Choosing the new release",
  restart: "Replacing the workers",
  health: "Checking the new release",
};

/** The release failed after the switch, so the server must return to the release before it. */
export class ReleaseFailed extends Error {}

/** The folder of a release. */
export const folderOf = ({ releases }: Place, version: string): string => join(releases, version);

/**
 * The work of each step. It can run again after a kill at any moment.
 * @throws CommandError before the switch; ReleaseFailed after it
 */
export const stepWork: Readonly<Record<Step, (upgrade: Upgrade) => Promise<void>>> = {
  async check({ place, env, state, backup }) {
    const { from, commit, version } = state;
    await checkMachine(place, env, from);
    const node = await checkRelease(place, state, state.branch ?? commit);
    if (!from) return;
    if (backup === undefined && env.backup.place === undefined) {
      throw new CommandError(
        "There is no place for the backup. Name one with --backup, or set PROSHNO_BACKUP. Use --no-backup only if " +
          "you have a backup.",
      );
    }
    await checkDescent(place, from, commit, version);
    const server = runningServer(env.dataFolder);
    state.hasServer = server !== undefined;
    if (!server) return;
    checkUser(server);
    checkFolder(server, place);
    checkNode(server, node, version);
  },

  async backup({ place, env, state: { from }, backup, print }) {
    // A new installation has no release that could make a backup.
    if (backup === false || !from) return;
    if (!existsSync(join(from, "src/cli/backup.ts"))) {
      throw new CommandError(
        `Proshno ${versionIn(from)} has no \`npm run backup\`. Copy the data (docs/operating.md), ` +
          "then run `npm run upgrade -- --no-backup`.",
      );
    }
    const args = ["scripts/cli.mjs", "backup", ...(backup === undefined ? [] : [backup])];
    const failure = "The backup failed, so nothing was changed.";
    const accept = (code: number) => {
      if (code !== FILES_MISSING) return false;
      print(
        "The backup is complete, but files of the archive are missing or damaged. Run npm run verify to see the items.",
      );
      return true;
    };
    await run(process.execPath, args, { cwd: from, env: dataOf(env), log: place.log, failure, accept });
  },

  async fetch({ place, state: { version, commit } }) {
    const folder = folderOf(place, version);
    const failure = `Couldn't create the folder of Proshno ${version}.`;
    // After a kill before the last line, git doesn't know where the folder is.
    const locate = () => git(place.clone, ["worktree", "repair", folder], failure);
    if (existsSync(join(folder, ".git"))) await locate();
    if ((await headOf(folder)) === commit) return;
    if (existsSync(folder) && !(await isUntouched(folder))) {
      throw new CommandError(
        `The folder ${folder} has files of its own. Move it to another place, and run the command again.`,
      );
    }
    const part = `${folder}.part`;
    for (const one of [folder, part]) rmSync(one, { recursive: true, force: true });
    await git(place.clone, ["worktree", "prune"], "Git can't read its list of folders.");
    // A killed `git worktree add` leaves a locked entry, which only a double force replaces.
    const args = ["worktree", "add", "--quiet", "--force", "--force", "--detach", part, commit];
    await git(place.clone, args, failure);
    renameSync(part, folder);
    await locate();
  },

  async install({ place, state: { version, from } }) {
    const folder = folderOf(place, version);
    // A new installation can take the clone's packages.
    await reuse(from ?? place.clone, folder);
    const failure = `Couldn't install Proshno ${version}. The running release is unchanged.`;
    for (const script of ["install", "build"]) {
      await run(process.execPath, [`scripts/${script}.mjs`], { cwd: folder, log: place.log, failure });
    }
    if (from) shareAssets(from, folder);
  },

  async migrate({ place, env, state: { version, from } }) {
    // A new installation migrates at its first start.
    if (!from) return;
    const failure = "The migration failed. The running release is unchanged.";
    const options = { cwd: folderOf(place, version), env: dataOf(env), log: place.log, failure };
    await run(process.execPath, ["scripts/cli.mjs", "migrate"], options);
  },

  async switch({ place, state: { version, from } }) {
    if (from) point(place.previous, from);
    point(place.current, folderOf(place, version));
  },

  async restart({ place, env, state: { version, from, hasServer = false }, print }) {
    if (!from || (!hasServer && !runningServer(env.dataFolder))) return;
    const problem = await restart(env.dataFolder, folderOf(place, version), print);
    if (problem) throw new ReleaseFailed(problem);
  },

  async health({ place, env, state: { version, from, hasServer = false }, print }) {
    const server = runningServer(env.dataFolder);
    if (!server && hasServer) throw new ReleaseFailed("The server stopped.");
    if (!server) return print(`No server is running. ${howToStart(place)}`);
    if (!from) {
      return print(
        `The server still runs in ${server.folder}. Set its WorkingDirectory to ${place.current} (docs/proshno.service), ` +
          "and restart it.",
      );
    }
    const problem = await checkHealth(server);
    if (problem) throw new ReleaseFailed(problem);
    await removeOld(place, [folderOf(place, version), from, server.folder, ownRelease], print);
  },
};

const howToStart = ({ current }: Place): string =>
  `Start it in ${current}, for example: systemctl start proshno`;

/**
 * Makes the server run the release from before the upgrade again. The database keeps its new tables, because
 * that release works with them.
 * @returns the sentence about the server
 * @throws CommandError if the server is still not healthy
 */
export async function returnTo({ place, env, print }: Upgrade, from: string): Promise<string> {
  point(place.current, from);
  const server = runningServer(env.dataFolder);
  const version = versionIn(from);
  if (!server) return `Proshno ${version} is chosen again, but no server is running. ${howToStart(place)}`;
  const problem =
    (await restart(env.dataFolder, from, print)) ??
    (await checkHealth(runningServer(env.dataFolder) ?? server));
  if (problem) {
    throw new CommandError(
      `Proshno ${version} is chosen again, but the server is not healthy: ${problem} ` +
        "Restart the server, for example with systemctl restart proshno, and read its log.",
    );
  }
  return `The server runs Proshno ${version} again.`;
}

/** Another release has another working folder, so a relative data folder would be another one, too. */
const dataOf = ({ dataFolder }: Env) => ({ PROSHNO_DATA: dataFolder });

/** The commit of a release folder; undefined if the folder is missing or incomplete. */
async function headOf(folder: string): Promise<string | undefined> {
  if (!existsSync(join(folder, ".git"))) return undefined;
  const changed = await git(folder, ["status", "--porcelain"], "").catch(() => "broken");
  return changed ? undefined : git(folder, ["rev-parse", "HEAD"], "").catch(() => undefined);
}

/**
 * Takes packages and pages from the running release (or the clone) if they fit, so that a slow network and a slow machine have
 * less to do.
 */
async function reuse(from: string, folder: string): Promise<void> {
  const [old, wanted] = [from, folder].map((one) => readFileSync(join(one, "package-lock.json"), "utf8"));
  if (old !== wanted) return;
  await linkPackages(from, folder);
  const [source, target] = [join(from, "build"), join(folder, "build")];
  if (existsSync(target) || !existsSync(source)) return;
  const part = `${target}.part`;
  rmSync(part, { recursive: true, force: true });
  cpSync(source, part, { recursive: true, preserveTimestamps: true });
  renameSync(part, target);
}
