import { discardBytes } from "./discard-bytes.ts";
import type { FileStore } from "./file-store.ts";
import type { FilesRepo } from "./files.repo.ts";
import type { PageImageCache } from "./page-image-cache.ts";

export interface DeleteBytesDependencies {
  filesRepo: Pick<FilesRepo, "needed" | "deletePapers">;
  fileStore: FileStore;
  pageImageCache: Pick<PageImageCache, "remove">;
}

/**
 * Removes the bytes that no file needs, with their data and page images.
 * @param sha256s of the bytes to check
 * @returns how many were removed
 */
export async function deleteBytes(
  { filesRepo, fileStore, pageImageCache }: DeleteBytesDependencies,
  sha256s: string[],
): Promise<number> {
  if (sha256s.length === 0) return 0;
  const needed = new Set(await filesRepo.needed(sha256s));
  const orphans = sha256s.filter((sha256) => !needed.has(sha256));
  if (orphans.length === 0) return 0;
  await discardBytes(fileStore, filesRepo, orphans);
  await filesRepo.deletePapers(orphans);
  await pageImageCache.remove(orphans);
  return orphans.length;
}
