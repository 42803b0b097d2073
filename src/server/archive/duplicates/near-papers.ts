import { NEAR_DUPLICATE_BITS } from "../../files/index.ts";
import type { DuplicatesRepo } from "./duplicates.repo.ts";

/** 32 bits each. */
const WORDS = 8;
const BATCH = 5_000;

/**
 * Finds papers whose fingerprints are near one. All fingerprints stand in memory, 40 bytes each, and every search first
 * reads those that were kept since the last one, by this process or another; a search counts bits, some 3 ms for
 * 100,000 papers. What was forgotten meanwhile may be found: who asks looks it up anyhow.
 */
export function createNearPapers({
  duplicatesRepo,
}: {
  duplicatesRepo: Pick<DuplicatesRepo, "hashesAfter">;
}) {
  let seqs = new Float64Array(1_024);
  let bits = new Uint32Array(1_024 * WORDS);
  let count = 0;
  let reading: Promise<void> = Promise.resolve();

  function add(seq: number, hash: string): void {
    if (count === seqs.length) {
      const [more, moreBits] = [new Float64Array(2 * count), new Uint32Array(2 * count * WORDS)];
      more.set(seqs);
      moreBits.set(bits);
      [seqs, bits] = [more, moreBits];
    }
    seqs[count] = seq;
    bits.set(wordsOf(hash), count * WORDS);
    count += 1;
  }

  async function catchUp(): Promise<void> {
    for (;;) {
      const rows = await duplicatesRepo.hashesAfter(count === 0 ? 0 : (seqs[count - 1] as number), BATCH);
      for (const { seq, hash } of rows) add(seq, hash);
      if (rows.length < BATCH) return;
    }
  }

  /** One after another, so that each sees all that was there when it was asked for. */
  function upToDate(): Promise<void> {
    reading = reading.then(catchUp, catchUp);
    return reading;
  }

  /**
   * @param hashes 64 hex digits each
   * @returns for each the numbers of the papers at most `NEAR_DUPLICATE_BITS` away
   */
  return async function nearPapers(hashes: string[]): Promise<number[][]> {
    if (hashes.length === 0) return [];
    await upToDate();
    return hashes.map((hash) => {
      const wanted = wordsOf(hash);
      const near: number[] = [];
      for (let index = 0; index < count; index += 1) {
        let apart = 0;
        for (let word = 0; word < WORDS && apart <= NEAR_DUPLICATE_BITS; word += 1)
          apart += bitCount((wanted[word] as number) ^ (bits[index * WORDS + word] as number));
        if (apart <= NEAR_DUPLICATE_BITS) near.push(seqs[index] as number);
      }
      return near;
    });
  };
}

export type NearPapers = ReturnType<typeof createNearPapers>;

function wordsOf(hash: string): Uint32Array {
  return Uint32Array.from({ length: WORDS }, (_none, word) =>
    Number.parseInt(hash.slice(word * 8, word * 8 + 8), 16),
  );
}

/** The bits set in 32, added up in ever wider fields (H. S. Warren, Hacker's Delight, 5-1). */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
