import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";

/** The entries of a folder; none if it doesn't exist. */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
}

/** Makes a missing file or folder undefined. @throws every other error of the system */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
