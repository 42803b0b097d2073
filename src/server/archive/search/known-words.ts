import { setImmediate } from "node:timers/promises";
import type { SearchWordsRepo, WordChange } from "./search-words.repo.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** How often to check that no change was missed, in ms. */
const LOOKED = 60_000;
/** How many changes to read at once; other requests have their turn between two reads. */
const CHUNK = 250;
const COMPARED = 5_000;
/** How many chunks a search waits for. */
const AWAITED = 8;

/** The words of approved items, up to the last change that this process read. */
export function createKnownWords(
  searchWordsRepo: Pick<SearchWordsRepo, "changesAfter" | "state">,
  clock: () => number,
) {
  const vocabulary = createVocabulary();
  let last = 0;
  let looked = clock();
  let reading: Promise<void> = Promise.resolve();
  /** The reading that begins after the present one. */
  let next: Promise<void> | undefined;
  /** Resolves if the present reading takes long; each reading has its own. */
  let isLong = Promise.withResolvers<void>();

  /** Reads the changes after a change, in chunks. */
  async function readAfter(
    first: number,
    chunk: number,
    take: (changes: WordChange[]) => void,
  ): Promise<void> {
    let chunks = 0;
    for (let seq = first; ;) {
      const changes = await searchWordsRepo.changesAfter(seq, chunk);
      take(changes);
      seq = changes.at(-1)?.seq ?? seq;
      last = Math.max(last, seq);
      if (changes.length < chunk) return;
      chunks += 1;
      if (chunks >= AWAITED) isLong.resolve();
      await setImmediate();
    }
  }

  function follow(changes: WordChange[]): void {
    const known = new Map(changes.map(({ word, isForgotten }) => [word, !isForgotten]));
    const those = (isKnown: boolean) => [...known].filter(([, is]) => is === isKnown).map(([word]) => word);
    vocabulary.remove(those(false));
    vocabulary.add(those(true));
  }

  /**
   * Compares all words if the count of words differs. On PostgreSQL a late commit brings words with numbers that were
   * passed already, and the record of an old forgotten word goes after a while.
   */
  async function compare(): Promise<void> {
    if (clock() - looked < LOOKED) return;
    looked = clock();
    const stored = await searchWordsRepo.state();
    if (stored.count === vocabulary.size && stored.last === last) return;
    const known = new Set<string>();
    await readAfter(0, COMPARED, (changes) => {
      for (const { word, isForgotten } of changes) {
        if (isForgotten) known.delete(word);
        else known.add(word);
      }
    });
    vocabulary.remove([...vocabulary.words()].filter((word) => !known.has(word)));
    vocabulary.add(known);
  }

  async function catchUp(): Promise<void> {
    next = undefined;
    try {
      await readAfter(last, CHUNK, follow);
      await compare();
    } finally {
      isLong = Promise.withResolvers();
    }
  }

  return {
    /**
     * The current words. If very many are new, as after a start, a search does not wait for all of them.
     * @returns the words, and whether some may be missing
     */
    async current(): Promise<{ vocabulary: Vocabulary; isBehind: boolean }> {
      next ??= reading.then(catchUp, catchUp);
      reading = next;
      const isBehind = await Promise.race([reading.then(() => false), isLong.promise.then(() => true)]);
      // Gives the reading its turn: searches that only wait for each other would never let it go on.
      if (isBehind) await setImmediate();
      return { vocabulary, isBehind };
    },
  };
}
