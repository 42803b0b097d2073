import { setImmediate } from "node:timers/promises";
import { NEAR_DUPLICATE_BITS } from "../../files/index.ts";
import type { DuplicatesRepo } from "./duplicates.repo.ts";

/** The number of 32-bit words in a fingerprint. */
const WORDS = 8;
const BATCH = 5_000;
/** The hash of an empty page, which is no sign of a copy. */
const EMPTY = /^0*$/;

/**
 * Finds papers with similar fingerprints of a page. All fingerprints are in memory, 40 bytes for each page, and each search
 * first reads new fingerprints from the database. Comparing 100,000 papers takes about 3 ms. The result can
 * include deleted papers, so the caller must look each paper up.
 */
export function createNearPapers({
  duplicatesRepo,
}: {
  duplicatesRepo: Pick<DuplicatesRepo, "hashesAfter">;
}) {
  let seqs = new Float64Array(1_024);
  let bits = new Uint32Array(1_024 * WORDS);
  let count = 0;
  let last = 0;
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
      const rows = await duplicatesRepo.hashesAfter(last, BATCH);
      for (const { seq, hashes } of rows) for (const hash of hashes) if (!EMPTY.test(hash)) add(seq, hash);
      last = rows.at(-1)?.seq ?? last;
      if (rows.length < BATCH) return;
    }
  }

  /**
   * Runs one read at a time, so that each search sees all fingerprints that were stored before the search
   * started.
   */
  function upToDate(): Promise<void> {
    reading = reading.then(catchUp, catchUp);
    return reading;
  }

  /**
   * @param hashes fingerprints of 64 hex digits
   * @returns for each hash, the sequence numbers of the papers that differ in at most `NEAR_DUPLICATE_BITS`
   *   bits
   */
  return async function nearPapers(hashes: string[]): Promise<number[][]> {
    if (hashes.length === 0) return [];
    await upToDate();
    const found: number[][] = [];
    for (const hash of hashes) {
      // A search takes milliseconds, and a paper has up to six hashes: other requests go in between.
      if (found.length > 0) await setImmediate();
      found.push(EMPTY.test(hash) ? [] : search(hash));
    }
    return found;
  };

  function search(hash: string): number[] {
    const wanted = wordsOf(hash);
    const near: number[] = [];
    for (let index = 0; index < count; index += 1) {
      let apart = 0;
      for (let word = 0; word < WORDS && apart <= NEAR_DUPLICATE_BITS; word += 1)
        apart += bitCount((wanted[word] as number) ^ (bits[index * WORDS + word] as number));
      if (apart <= NEAR_DUPLICATE_BITS) near.push(seqs[index] as number);
    }
    return near;
  }
}

export type NearPapers = ReturnType<typeof createNearPapers>;

function wordsOf(hash: string): Uint32Array {
  return Uint32Array.from({ length: WORDS }, (_none, word) =>
    Number.parseInt(hash.slice(word * 8, word * 8 + 8), 16),
  );
}

/** Counts the set bits of a 32-bit word in parallel (H. S. Warren, Hacker's Delight, 5-1). */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
