import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this process's own release. */
export const ownRelease = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/**
 * The folder of the release that new cluster workers run: the target of the link `current` beside the folder
 * `releases` (docs/upgrading.md). A server that runs outside such a folder has one release, its own.
 */
export function currentRelease(own = ownRelease): string {
  const releases = dirname(own);
  if (basename(releases) !== "releases") return own;
  try {
    return realpathSync(join(dirname(releases), "current"));
  } catch {
    return own;
  }
}
