import { setImmediate } from "node:timers/promises";
import type { SearchWordsRepo } from "./search-words.repo.ts";

/**
 * The number of words in one step. It is small, because a step blocks the event loop on SQLite and writers of
 * words on PostgreSQL.
 */
const BATCH = 100;

/** Prunes the vocabulary: removes words that no approved item has. */
export function createPruneWordsService({ searchWordsRepo }: { searchWordsRepo: SearchWordsRepo }) {
  return {
    /**
     * Prunes the doubted words that no approved item has. On PostgreSQL it stops while an open transaction
     * adds words, and the next call continues.
     * @param signal stops between two steps; finished steps remain
     * @returns whether no doubts are left
     */
    async run(signal?: AbortSignal): Promise<boolean> {
      for (;;) {
        const doubts = await searchWordsRepo.doubts(BATCH);
        if (doubts.length === 0) return true;
        const gone = await searchWordsRepo.withoutItems([...new Set(doubts.map(({ word }) => word))]);
        const isSettled = await searchWordsRepo.prune(
          gone,
          doubts.map(({ seq }) => seq),
        );
        if (!isSettled || signal?.aborted) return false;
        // Lets other requests run between two steps.
        await setImmediate();
      }
    },
  };
}

export type PruneWordsService = ReturnType<typeof createPruneWordsService>;
