import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** A folder in memory, if the system has one (tmpfs). */
const MEMORY = "/dev/shm";
/** The free space that a run needs, in bytes. */
const ENOUGH = 4 * 1024 ** 3;
const NAME = /^proshno-tests-(\d+)$/;

/**
 * A folder in memory for the files of a test run, because writing them durably to a disk takes a third of the
 * run's time. It removes the folders of earlier runs that were killed.
 * @returns its path; undefined if the system has no such folder, or too little space
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
