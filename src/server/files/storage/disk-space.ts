import { statfs } from "node:fs/promises";

/** The space of a disk, in bytes. */
export interface DiskSpace {
  /** The space that the server's user can still fill. */
  free: number;
  size: number;
}

/** The space that uploads leave free if the operator chose none, in bytes, and the part of a small disk. */
const RESERVE_BYTES = 2_000_000_000;
const RESERVE_SHARE = 0.05;

/**
 * Returns the space of the fullest disk.
 * @param folders which the server writes; a missing one does not count
 * @throws the error of the system, such as ENOENT, if no folder has a disk
 */
export async function diskSpace(folders: string[]): Promise<DiskSpace> {
  const asked = await Promise.allSettled(folders.map((folder) => statfs(folder)));
  const disks = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const spaces = disks.map(({ bavail, blocks, bsize }) => ({ free: bavail * bsize, size: blocks * bsize }));
  const [fullest] = spaces.sort((a, b) => a.free - b.free);
  if (!fullest) throw (asked[0] as PromiseRejectedResult).reason;
  return fullest;
}

/**
 * Returns the space that uploads leave free, in bytes.
 * @param chosen by the operator, in bytes; 0 turns the reserve off. By default, 2 GB, or 5 % of a small disk
 */
export const reserveOf = ({ size }: DiskSpace, chosen: number | undefined): number =>
  chosen ?? Math.min(RESERVE_BYTES, size * RESERVE_SHARE);
