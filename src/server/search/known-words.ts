import type { SearchRepo } from "./search.repo.ts";
import { createVocabulary, type Vocabulary } from "./vocabulary.ts";

/** How often it is looked whether the words are still all known, in ms. */
const LOOKED = 60_000;

/** The words of the archive, as far as this process has heard of them. */
export function createKnownWords(search: Pick<SearchRepo, "words" | "wordCount">, clock: () => number) {
  let vocabulary = createVocabulary();
  let count = 0;
  let last = 0;
  let looked = clock();

  async function addAfter(seq: number): Promise<void> {
    // Another search may have added some of them meanwhile.
    const rows = (await search.words(seq)).filter((row) => row.seq > last);
    vocabulary.add(rows.map(({ word }) => word));
    count += rows.length;
    last = rows.at(-1)?.seq ?? last;
  }

  return {
    /**
     * The words of now. On PostgreSQL a transaction that commits late brings words with numbers that were passed
     * already, and a rebuild forgets words: where their number tells so, all are read anew.
     */
    async current(): Promise<Vocabulary> {
      await addAfter(last);
      if (clock() - looked < LOOKED) return vocabulary;
      looked = clock();
      const stored = await search.wordCount();
      if (stored.count === count && stored.last === last) return vocabulary;
      const rows = await search.words(0);
      vocabulary = createVocabulary();
      vocabulary.add(rows.map(({ word }) => word));
      count = rows.length;
      last = rows.at(-1)?.seq ?? 0;
      return vocabulary;
    },
  };
}
