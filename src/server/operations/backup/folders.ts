import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";

/** How many entries the system reads at once. */
const BUFFER_SIZE = 1_000;

/** The entries of a folder, which may be many; none if it doesn't exist. */
export async function* entriesOf(folder: string): AsyncIterable<Dirent> {
  yield* (await opendir(folder, { bufferSize: BUFFER_SIZE }).catch(ignoreMissing)) ?? [];
}

/** Makes a missing file or folder undefined. @throws every other error of the system */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
