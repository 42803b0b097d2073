import { type Aside, type FileStore, sha256Aside } from "./file-store.ts";
import type { FilesRepo } from "./files.repo.ts";
import { deleteBytes } from "./delete-bytes.ts";
import type { PageImageCache } from "./page-image-cache.ts";

export interface SweepDependencies {
  filesRepo: FilesRepo;
  fileStore: FileStore;
  pageImageCache: PageImageCache;
}

const SWEEP_SIZE = 500;

/**
 * The maximum size of the page-image cache, in bytes: enough for about 50,000 pages. A removed image is drawn
 * again on request.
 */
const CACHE_LIMIT = 2_000_000_000;

/**
 * Removes unused uploads, and data that killed processes left behind: bytes and papers without a file, images
 * without a paper, and incomplete files.
 * @param before epoch milliseconds; newer data may still be in use
 * @param failed called with each error; the sweep then continues
 * @returns how many files were removed, and how many contents
 */
export async function sweepFiles(
  dependencies: SweepDependencies,
  before: number,
  failed: (error: unknown) => void,
): Promise<{ files: number; bytes: number }> {
  const { filesRepo, fileStore, pageImageCache } = dependencies;
  const swept = { files: 0, bytes: 0 };

  async function deleteFiles(): Promise<void> {
    let forgotten: string[];
    do {
      forgotten = await filesRepo.deleteUnused(before, SWEEP_SIZE);
      swept.files += forgotten.length;
      swept.bytes += await deleteBytes(dependencies, forgotten);
    } while (forgotten.length > 0);
  }

  async function deleteOrphans(): Promise<void> {
    for await (const kept of inChunks(fileStore.list())) {
      const old = kept.filter(({ writtenAt }) => writtenAt < before).map(({ sha256 }) => sha256);
      swept.bytes += await deleteBytes(dependencies, [...new Set(old)]);
      await settleAside(
        dependencies,
        kept.map(({ aside }) => aside).filter((aside) => aside !== undefined),
      );
    }
  }

  async function deleteImages(): Promise<void> {
    for await (const drawn of inChunks(pageImageCache.list())) {
      const needed = new Set(await filesRepo.needed(drawn));
      await pageImageCache.remove(drawn.filter((sha256) => !needed.has(sha256)));
    }
  }

  const steps = [
    deleteFiles,
    deleteOrphans,
    () => filesRepo.deleteUnreferencedPapers(before),
    deleteImages,
    () => fileStore.removeParts(before),
    () => pageImageCache.removeParts(before),
    () => pageImageCache.shrink(CACHE_LIMIT),
  ];
  for (const step of steps) await step().catch(failed);
  return swept;
}

/** Removes or restores bytes that a killed process had set aside; see `discardBytes`. */
async function settleAside({ filesRepo, fileStore }: SweepDependencies, asides: Aside[]): Promise<void> {
  if (asides.length === 0) return;
  const needed = new Set(await filesRepo.needed(asides.map(sha256Aside)));
  for (const aside of asides)
    await (needed.has(sha256Aside(aside)) ? fileStore.bringBack(aside) : fileStore.remove(aside));
}

async function* inChunks<T>(items: AsyncIterable<T>): AsyncIterable<T[]> {
  let chunk: T[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < SWEEP_SIZE) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
