import { setTimeout as sleep } from "node:timers/promises";
import { type FileStore, sha256Of } from "../../files/index.ts";
import { problem } from "./backup-problem.ts";
import type { Place } from "./place.ts";

/** How many files are in memory at once, with up to 25 MB each. */
const AT_ONCE = 4;
/** How often, and after which pause (ms), a missing file is read again: its upload may not be complete. */
const RETRIES = 3;
const PAUSE = 1_000;

export interface FileEntry {
  sha256: string;
  /** The size in bytes. */
  bytes: number;
}

/** The key of a file in a place. */
export const fileKey = (sha256: string): string => `files/${sha256.slice(0, 2)}/${sha256}`;

/** The sizes of the files that a place has, by SHA-256. */
export async function filesOf(place: Place): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of place.list("files/"))
    sizes.set(key.slice(key.lastIndexOf("/") + 1), bytes);
  return sizes;
}

/** Runs work on each entry, a few at once. The first error stops the rest. */
export async function each<T>(entries: Iterable<T>, work: (entry: T) => Promise<void>): Promise<void> {
  // The runs share one iterator. Its end is the end of all runs.
  const left = (function* () {
    yield* entries;
  })();
  const run = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      await work(next.value).catch((error: unknown) => {
        left.return();
        throw error;
      });
    }
  };
  const runs = await Promise.allSettled(Array.from({ length: AT_ONCE }, run));
  const refused = runs.find((one) => one.status === "rejected");
  if (refused) throw refused.reason;
}

/**
 * Copies the files that the place doesn't have yet.
 * @param onFile called after each file of the snapshot, also if it was not copied
 * @returns the bytes and the number of copied files, and the files that are missing or damaged in the archive
 * @throws BackupProblem of the place, or filesFailed
 */
export async function copyFiles(
  fileStore: FileStore,
  place: Place,
  files: FileEntry[],
  onFile: () => void,
): Promise<{ added: number; bytes: number; missing: string[] }> {
  const known = await filesOf(place);
  const copied = { added: 0, bytes: 0, missing: [] as string[] };
  await each(files, async ({ sha256, bytes }) => {
    if (known.get(sha256) !== bytes) {
      const content = await readWhole(fileStore, sha256);
      if (!content) copied.missing.push(sha256);
      else {
        await place.put(fileKey(sha256), content);
        copied.added += 1;
        copied.bytes += content.length;
      }
    }
    onFile();
  });
  return copied;
}

/** @returns the right bytes of a file of the archive; undefined if they are missing or damaged */
async function readWhole(fileStore: FileStore, sha256: string): Promise<Uint8Array | undefined> {
  for (let tries = 0; ; tries += 1) {
    const bytes = await fileStore.get(sha256).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw problem("filesFailed", error.code ?? error.message);
      return undefined;
    });
    if (bytes) return sha256Of(bytes) === sha256 ? bytes : undefined;
    if (tries === RETRIES) return undefined;
    await sleep(PAUSE);
  }
}
