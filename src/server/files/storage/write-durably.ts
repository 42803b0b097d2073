import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { randomKey } from "../../platform/index.ts";

/** The suffix of an incomplete file. */
export const PART = ".part";

/**
 * Writes a file completely or not at all, even if the process is killed or the power fails.
 * @param path in a folder that is made if missing
 * @param mode the permissions of a new file, of which the umask takes away some
 * @throws the system's error, such as ENOSPC; the incomplete file is removed
 */
export async function writeDurably(path: string, bytes: Uint8Array | string, mode = 0o666): Promise<void> {
  const folder = dirname(path);
  if (await mkdir(folder, { recursive: true })) await syncFolder(dirname(folder));
  const part = `${path}.${randomKey()}${PART}`;
  try {
    await writeAndSync(part, bytes, mode);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

async function writeAndSync(path: string, bytes: Uint8Array | string, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Without fsync on the folder, a power cut can lose the new name. Windows can't open folders and doesn't need
 * this fsync.
 */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
