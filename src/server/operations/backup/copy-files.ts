import { setTimeout as sleep } from "node:timers/promises";
import { type FileStore, sha256Of } from "../../files/index.ts";
import { enBackup } from "../../../shared/messages/en-backup.ts";
import { problem } from "./backup-problem.ts";
import { BOUNDS } from "./bounds.ts";
import { fileKey } from "./keys.ts";
import type { Place } from "./place.ts";
import type { FileEntry } from "./tables.repo.ts";

/** How many files are in memory at once, with up to 25 MB each. */
const CONCURRENCY = 4;
/**
 * How often a missing file is read again, because its upload may not be complete, and the pause before that (ms).
 * After all these pauses together, the other missing files of the backup are read only once.
 */
const RETRIES = 3;
const PAUSE = 1_000;
const ALL_PAUSES = 30;

/** The sizes of the files that a place has, by SHA-256. @throws BackupProblem placeTooLarge; the place's problems */
export async function filesOf(place: Place): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of place.list("files/")) {
    if (sizes.size === BOUNDS.files) throw problem("placeTooLarge", place.name);
    sizes.set(key.slice(key.lastIndexOf("/") + 1), bytes);
  }
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
  const runs = await Promise.allSettled(Array.from({ length: CONCURRENCY }, run));
  const refused = runs.find((one) => one.status === "rejected");
  if (refused) throw refused.reason;
}

/**
 * Copies the files that the place doesn't have yet.
 * @param onFile called after each file of the snapshot, also if it was not copied
 * @returns the bytes and the number of copied files, and the files that are missing or damaged in the archive
 * @throws BackupProblem of the place; filesFailed, also if all files are missing
 */
export async function copyFiles(
  fileStore: FileStore,
  place: Place,
  files: FileEntry[],
  onFile: () => void,
): Promise<{ added: number; bytes: number; missing: string[] }> {
  const known = await filesOf(place);
  const copied = { added: 0, bytes: 0, missing: [] as string[] };
  const pauses = { left: ALL_PAUSES };
  let absent = 0;
  await each(files, async ({ sha256, bytes }) => {
    if (known.get(sha256) !== bytes) {
      const content = await read(fileStore, sha256, pauses);
      if (!content) absent += 1;
      if (!content || sha256Of(content) !== sha256) copied.missing.push(sha256);
      else {
        await place.put(fileKey(sha256), content);
        copied.added += 1;
        copied.bytes += content.length;
      }
    }
    onFile();
  });
  // Their disk is not mounted, or the settings name another bucket.
  if (absent > 0 && absent === files.length) throw problem("filesFailed", enBackup.allMissing);
  return copied;
}

/** @param pauses how many pauses all files together still have @returns undefined if the file is missing */
async function read(
  fileStore: FileStore,
  sha256: string,
  pauses: { left: number },
): Promise<Uint8Array | undefined> {
  for (let tries = 0; ; tries += 1) {
    const bytes = await fileStore.get(sha256).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw problem("filesFailed", error.code ?? error.message);
      return undefined;
    });
    if (bytes || tries === RETRIES || pauses.left <= 0) return bytes;
    pauses.left -= 1;
    await sleep(PAUSE);
  }
}

/** Asks the store of the archive's files whether it responds. @throws BackupProblem filesFailed */
export async function checkFiles(fileStore: FileStore): Promise<void> {
  await fileStore.check().catch((error: Error) => {
    throw problem("filesFailed", error.message);
  });
}
