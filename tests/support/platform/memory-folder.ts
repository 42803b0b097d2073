import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Files in memory, where the system has that. */
const MEMORY = "/dev/shm";
/** In bytes. */
const ENOUGH = 4 * 1024 ** 3;
const NAME = /^proshno-tests-(\d+)$/;

/**
 * A folder in memory for what a run of tests writes, of which nothing must survive: a disk takes a third of the run's
 * time to promise that it would. Removes what runs have left that were killed.
 * @returns its path; undefined where the system has none, or too little room
 */
export function makeMemoryFolder(): string | undefined {
  if (!existsSync(MEMORY)) return undefined;
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH) return undefined;
  const folder = join(MEMORY, `proshno-tests-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}
