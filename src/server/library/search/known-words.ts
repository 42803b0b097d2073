import { setImmediate } from "node:timers/promises";
import { inRequest } from "../../platform/index.ts";
import type { SearchWordsRepo, WordChange } from "./search-words.repo.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** How often we check whether a change was missed, in ms. */
const LOOKED = 60_000;
/** The number of changes to read at once. A search waits for one read. */
const CHUNK = 2_000;
/** The number of changes to take at once, which takes 2 ms. Other requests run between two of them. */
const SLICE = 250;
const COMPARED = 5_000;
/** How often a process reads new words between searches, in ms. */
const PAUSE = 1_000;
/** How long a process does so after its last search, in ms. */
const FOLLOWED = 600_000;

/** The vocabulary: the words of approved items, up to the last change that this process has read. */
export function createKnownWords(
  searchWordsRepo: Pick<SearchWordsRepo, "changesAfter" | "state">,
  clock: () => number,
) {
  const vocabulary = createVocabulary();
  let last = 0;
  let looked = clock();
  let reading: Promise<void> = Promise.resolve();
  /** The read that begins after the current one. */
  let next: Promise<void> | undefined;
  /** Resolves if the current read takes a long time. Each read gets a new promise. */
  let isLong = Promise.withResolvers<void>();

  /** Reads the changes after the change `first`, in chunks. */
  async function readAfter(
    first: number,
    chunk: number,
    take: (changes: WordChange[]) => void,
  ): Promise<void> {
    for (let seq = first; ;) {
      const changes = await searchWordsRepo.changesAfter(seq, chunk);
      for (let from = 0; from < changes.length; from += SLICE) {
        if (from > 0) await setImmediate();
        take(changes.slice(from, from + SLICE));
      }
      seq = changes.at(-1)?.seq ?? seq;
      last = Math.max(last, seq);
      if (changes.length < chunk) return;
      isLong.resolve();
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
   * Reads all words again if a change was missed. On PostgreSQL, a late commit can add words with lower
   * numbers than this process has read, and old records of removed words are deleted after a while.
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

  function read(): Promise<void> {
    next ??= reading.then(catchUp, catchUp);
    reading = next;
    return reading;
  }

  let searchedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  /** Reads new words between searches too, so that no search waits for the words of a thousand new items. */
  function keepReading(): void {
    searchedAt = performance.now();
    const stop = () => {
      clearInterval(timer);
      timer = undefined;
    };
    const act = () => {
      if (performance.now() - searchedAt > FOLLOWED) stop();
      // The next search reads again, and gets the error.
      else void read().catch(stop);
    };
    // The reads belong to no request, although the first search starts them.
    timer ??= inRequest(undefined, () => setInterval(act, PAUSE).unref());
  }

  return {
    /**
     * The current words. After the server starts, there can be very many new words; a search doesn't wait for
     * all of them.
     * @returns the words, and whether some may be missing
     */
    async current(): Promise<{ vocabulary: Vocabulary; isBehind: boolean }> {
      keepReading();
      const isBehind = await Promise.race([read().then(() => false), isLong.promise.then(() => true)]);
      // Lets the read continue. Without this pause, searches that wait only for each other would block it.
      if (isBehind) await setImmediate();
      return { vocabulary, isBehind };
    },
  };
}
