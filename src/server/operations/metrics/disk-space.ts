import { statfs } from "node:fs/promises";

/** The space of the disk with the data folder, in bytes. */
export interface DiskSpace {
  /** The space that the server's user can still fill. */
  free: number;
  size: number;
}

/** @throws the error of the system, such as ENOENT */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
