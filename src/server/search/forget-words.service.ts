import type { SearchWordsRepo } from "./search-words.repo.ts";

/** Words of one step: few, because a step holds the event loop on SQLite, and those who bring words on PostgreSQL. */
const BATCH = 100;

/** Forgets the words that no approved item has any more. */
export function createForgetWordsService({ words }: { words: SearchWordsRepo }) {
  return {
    /**
     * Looks whether the words that items lost are still another item's, and forgets those that are not. On PostgreSQL it
     * leaves off while somebody brings words, and goes on when it is called again.
     * @param signal stops it between two steps; what is done stays done
     * @returns whether all is settled
     */
    async run(signal?: AbortSignal): Promise<boolean> {
      for (;;) {
        const doubts = await words.doubts(BATCH);
        if (doubts.length === 0) return true;
        const gone = await words.withoutItems([...new Set(doubts.map(({ word }) => word))]);
        const isSettled = await words.forget(
          gone,
          doubts.map(({ seq }) => seq),
        );
        if (!isSettled || signal?.aborted) return false;
        // Lets what waits for the event loop have its turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

export type ForgetWordsService = ReturnType<typeof createForgetWordsService>;
