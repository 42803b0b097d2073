import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The paths of all files in a folder, in order. */
export async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Flips one bit of a file, in place. @param bit counted from the start of the file */
export async function flipBit(path: string, bit: number): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(bit / 8);
  bytes[at] = (bytes[at] as number) ^ (1 << (bit % 8));
  await writeFile(path, bytes);
}
