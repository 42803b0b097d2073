import { setImmediate } from "node:timers/promises";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { itemFields, searchColumns } from "../items/resource-row.ts";
import type { ResourceTable } from "../../platform/index.ts";
import type { PruneWordsService } from "./prune-words.service.ts";
import type { Indexed } from "./search-engine.repo.ts";
import type { SearchRepo } from "./search.repo.ts";

/**
 * The number of items in one transaction. It is small, because a transaction blocks all other requests on
 * SQLite.
 */
const BATCH = 100;

export interface RebuildOptions {
  /** Starts again at the first item, even if an unfinished rebuild exists. */
  again?: boolean;
  /** The number of items in one transaction. */
  size?: number;
  /**
   * Called after each batch.
   * @param done the number of items indexed in this run
   */
  onProgress?: (done: number) => void;
  /** Called when all items are indexed and only the cleanup remains. */
  onEntered?: () => void;
  /** Stops between two batches. Finished batches remain. */
  signal?: AbortSignal;
}

export interface RebuildDependencies {
  searchRepo: SearchRepo;
  pruneWords: Pick<PruneWordsService, "run">;
}

/** Rebuilds the search index, if the archive is older than the index or the operator requests a rebuild. */
export function createRebuildService({ searchRepo, pruneWords }: RebuildDependencies) {
  return {
    /** The number of items in the archive, and the number that a rebuild still has to index. */
    progress: (): Promise<{ total: number; left: number }> => searchRepo.progress(),

    /**
     * Continues the requested rebuild, if there is one. Each batch is a transaction, so finished batches
     * remain if the rebuild stops.
     */
    async run({
      size = BATCH,
      onProgress,
      onEntered,
      signal,
    }: Omit<RebuildOptions, "again"> = {}): Promise<void> {
      let done = 0;
      for (;;) {
        const stored = await searchRepo.rebuildBatch(size, describe);
        if (stored === 0) break;
        done += stored;
        onProgress?.(done);
        if (signal?.aborted) return;
        // Lets other requests run between two batches.
        await setImmediate();
      }
      onEntered?.();
      await pruneWords.run(signal);
      await searchRepo.tidy(signal);
    },

    /** Requests a rebuild, for the operator. */
    order: ({ again = false }: Pick<RebuildOptions, "again"> = {}): Promise<void> =>
      searchRepo.orderRebuild(again),
  };
}

export type RebuildService = ReturnType<typeof createRebuildService>;

/** The search columns of an item, computed from its row. */
export function describe(row: ResourceTable): Indexed {
  const kind = kindNamed(row.kind);
  return { id: row.id, ...searchColumns(kind, itemFields(kind, row)) };
}
