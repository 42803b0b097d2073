import { setImmediate } from "node:timers/promises";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { itemFields, searchColumns } from "../items/resource-row.ts";
import type { ResourceTable } from "../../platform/index.ts";
import type { PruneWordsService } from "./prune-words.service.ts";
import type { Indexed } from "./search-engine.repo.ts";
import type { SearchRepo } from "./search.repo.ts";

/** Items of one transaction: few, because nothing else is written or answered meanwhile on SQLite. */
const BATCH = 100;

export interface RebuildOptions {
  /** Begins with the first item, even where a rebuild stands somewhere. */
  again?: boolean;
  /** Items of one transaction. */
  size?: number;
  /** @param done items so far, of those that were left at the start */
  onProgress?: (done: number) => void;
  /** Every item is entered; what is left over from before is being put in order. */
  onEntered?: () => void;
  /** Stops between two batches. What is done stays. */
  signal?: AbortSignal;
}

export interface RebuildDependencies {
  searchRepo: SearchRepo;
  pruneWords: Pick<PruneWordsService, "run">;
}

/** Enters every item in the index anew: for an archive of before there was one, and by the operator's order. */
export function createRebuildService({ searchRepo, pruneWords }: RebuildDependencies) {
  return {
    /** How many items are in the archive, and how many are still to be entered. */
    progress: (): Promise<{ total: number; left: number }> => searchRepo.progress(),

    /** Goes on with the rebuild that is ordered, if one is. Each batch is a transaction, and what is done stays done. */
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
        // Lets what waits for the event loop have its turn.
        await setImmediate();
      }
      onEntered?.();
      await pruneWords.run(signal);
      await searchRepo.tidy(signal);
    },

    /** Orders a rebuild, by the operator. */
    order: ({ again = false }: Pick<RebuildOptions, "again"> = {}): Promise<void> =>
      searchRepo.orderRebuild(again),
  };
}

export type RebuildService = ReturnType<typeof createRebuildService>;

/** The search facts of an item, from its row. */
export function describe(row: ResourceTable): Indexed {
  const kind = kindNamed(row.kind);
  return { id: row.id, ...searchColumns(kind, itemFields(kind, row)) };
}
