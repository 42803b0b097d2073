import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { CommandError } from "../cli.ts";
import { git } from "./run.ts";

/** Where the releases of a machine are. */
export interface Place {
  /** The clone, which keeps all commits. The server never runs from its own files. */
  clone: string;
  /** The folder with one folder for each release. */
  releases: string;
  /** The link to the release that runs. */
  current: string;
  /** The link to the release that ran before. */
  previous: string;
  /** The output of the programs of all upgrades. */
  log: string;
}

/**
 * Finds the clone of a release or of the clone itself.
 * @param folder the folder of the running code
 * @throws CommandError if it is not a clone
 */
export async function findPlace(folder: string): Promise<Place> {
  const failure = `${folder} is not a git clone. docs/upgrading.md says how to install Proshno.`;
  const common = await git(folder, ["rev-parse", "--path-format=absolute", "--git-common-dir"], failure);
  const clone = dirname(common);
  const releases = join(clone, "releases");
  mkdirSync(releases, { recursive: true });
  return {
    clone,
    releases,
    current: join(clone, "current"),
    previous: join(clone, "previous"),
    log: join(releases, "upgrade.log"),
  };
}

/** The folder to which a link leads; undefined if there is no link. @throws CommandError for a dead link */
export function targetOf(link: string): string | undefined {
  if (existsSync(link)) return realpathSync(link);
  try {
    readlinkSync(link);
  } catch {
    return undefined;
  }
  throw new CommandError(
    `The link ${link} leads to a folder that is gone. Point it to a folder in releases.`,
  );
}

/** Makes a link lead to a folder, in one step, so that a start at any moment finds a release. */
export function point(link: string, folder: string): void {
  const part = `${link}.part`;
  rmSync(part, { force: true });
  symlinkSync(relative(dirname(link), folder), part);
  renameSync(part, link);
}

/** The version of the code in a folder. */
export function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
