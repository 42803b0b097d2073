import type { SearchWordsRepo, WordChange } from "./search-words.repo.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** How often it is looked whether the words are still all known, in ms. */
const LOOKED = 60_000;
/** Changes that are read at once; between two readings other requests have their turn. */
const CHUNK = 250;
const COMPARED = 5_000;
/** How many chunks a search waits for. */
const AWAITED = 8;

const turnOfOthers = () => new Promise((resolve) => setImmediate(resolve));

/** The words of the archive's approved items, as far as this process has heard of them. */
export function createKnownWords(
  words: Pick<SearchWordsRepo, "changesAfter" | "state">,
  clock: () => number,
) {
  const vocabulary = createVocabulary();
  let last = 0;
  let looked = clock();
  let reading: Promise<void> = Promise.resolve();
  /** The reading that begins once the present one ends. */
  let next: Promise<void> | undefined;
  /** Resolved where the present reading takes long; one for each. */
  let isLong = Promise.withResolvers<void>();

  /** Reads what changed after a change, in chunks. */
  async function readAfter(
    first: number,
    chunk: number,
    take: (changes: WordChange[]) => void,
  ): Promise<void> {
    let chunks = 0;
    for (let seq = first; ;) {
      const changes = await words.changesAfter(seq, chunk);
      take(changes);
      seq = changes.at(-1)?.seq ?? seq;
      last = Math.max(last, seq);
      if (changes.length < chunk) return;
      chunks += 1;
      if (chunks >= AWAITED) isLong.resolve();
      await turnOfOthers();
    }
  }

  function follow(changes: WordChange[]): void {
    const known = new Map(changes.map(({ word, isForgotten }) => [word, !isForgotten]));
    const those = (isKnown: boolean) => [...known].filter(([, is]) => is === isKnown).map(([word]) => word);
    vocabulary.remove(those(false));
    vocabulary.add(those(true));
  }

  /**
   * On PostgreSQL a transaction that commits late brings words with numbers that were passed already, and what was
   * forgotten long ago is not told any more: where their number tells so, all are compared.
   */
  async function compare(): Promise<void> {
    if (clock() - looked < LOOKED) return;
    looked = clock();
    const stored = await words.state();
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
     * The words of now. Where very many are new, as after a start, a search does not wait until all are read.
     * @returns them, and whether some may be missing
     */
    async current(): Promise<{ vocabulary: Vocabulary; isBehind: boolean }> {
      next ??= reading.then(catchUp, catchUp);
      reading = next;
      const isBehind = await Promise.race([reading.then(() => false), isLong.promise.then(() => true)]);
      // The reading, too: searches that only wait for each other would never let it go on.
      if (isBehind) await turnOfOthers();
      return { vocabulary, isBehind };
    },
  };
}
