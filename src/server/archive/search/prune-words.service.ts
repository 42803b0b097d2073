import { setImmediate } from "node:timers/promises";
import type { SearchWordsRepo } from "./search-words.repo.ts";

/** Words of one step: few, because a step holds the event loop on SQLite, and writers of words on PostgreSQL. */
const BATCH = 100;

/** Forgets words that no approved item has. */
export function createPruneWordsService({ searchWordsRepo }: { searchWordsRepo: SearchWordsRepo }) {
  return {
    /**
     * Forgets the words that items lost and that no other item has. On PostgreSQL it stops while an open transaction
     * brings words, and the next call continues.
     * @param signal stops it between two steps; finished steps stay
     * @returns whether all doubts are settled
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
        // Requests get the event loop between two steps.
        await setImmediate();
      }
    },
  };
}

export type PruneWordsService = ReturnType<typeof createPruneWordsService>;
