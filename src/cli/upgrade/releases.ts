import { compareVersions, FIRST_RELEASE } from "../../server/platform/index.ts";
import { CommandError } from "../cli.ts";
import { printable } from "./run.ts";

/** A row of docs/releases.md. */
export interface Release {
  version: string;
  /** The whole hash of the commit. */
  commit: string;
  /** The day of the release, `YYYY-MM-DD`. */
  date: string;
  /** The name of the newest migration in the release. */
  newestMigration: string;
  /** Whether a later look found a fault, so that nobody should install the release. */
  isWithdrawn: boolean;
}

const ROW =
  /^\| (\d{1,6}\.\d{1,6}\.\d{1,6}) \| `([0-9a-f]{40})` \| (\d{4}-\d{2}-\d{2}) \| `([\w-]+)` \| (good|withdrawn) \|$/;

const MAX_RELEASES = 2_000;
/** How much of a wrong row is shown, in characters. */
const SHOWN = 200;

/**
 * Reads the table of docs/releases.md.
 * @param text the whole document
 * @returns the releases, oldest first
 * @throws CommandError if a row of the table is malformed or a version has two, or the table is empty or too long
 */
export function parseReleases(text: string): Release[] {
  const rows = text.split(/\r?\n/).filter((line) => /^\| *\d/.test(line));
  if (rows.length === 0) throw new CommandError("docs/releases.md lists no release.");
  if (rows.length > MAX_RELEASES) throw new CommandError("docs/releases.md lists too many releases.");
  const releases = rows.map((line) => {
    const [, version = "", commit = "", date = "", newestMigration = "", state] = ROW.exec(line) ?? [];
    if (!version)
      throw new CommandError(
        `docs/releases.md has a row that can't be read: ${printable(line.slice(0, SHOWN))}`,
      );
    return { version, commit, date, newestMigration, isWithdrawn: state === "withdrawn" };
  });
  const twice = releases.find(
    ({ version }, index) => releases.findLastIndex((other) => other.version === version) !== index,
  );
  if (twice) throw new CommandError(`docs/releases.md lists Proshno ${twice.version} twice.`);
  return releases.sort((one, other) => compareVersions(one.version, other.version));
}

/**
 * The release to install next. An upgrade visits every release, because each one is tested only with the
 * release before it. A new installation begins with the newest release. The first release is never installed, because it
 * has no `npm run upgrade`.
 * @param version the installed version; undefined for a new installation
 * @returns undefined if the installed version is the newest, or no release can be installed
 */
export function nextRelease(releases: readonly Release[], version: string | undefined): Release | undefined {
  const good = releases.filter(
    (release) => !release.isWithdrawn && compareVersions(release.version, FIRST_RELEASE) > 0,
  );
  if (version === undefined) return good.at(-1);
  return good.find((release) => compareVersions(release.version, version) > 0);
}
