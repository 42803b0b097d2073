import { editDistance } from "../../../shared/search/edit-distance.ts";

/** The maximum number of words of one length that are compared letter by letter. */
const MAX_COMPARED = 1_000;

/**
 * Words of one length. Comparing their signatures excludes most words before a comparison letter by letter.
 */
interface Bucket {
  entries: string[];
  signs: number[];
}

/** An index of words by spelling. It finds the words within a small edit distance. */
export function createSpellings() {
  const buckets = new Map<number, Bucket>();

  return {
    add(entry: string): void {
      let bucket = buckets.get(entry.length);
      if (!bucket) buckets.set(entry.length, (bucket = { entries: [], signs: [] }));
      bucket.entries.push(entry);
      bucket.signs.push(signOf(entry));
    },

    /** Removes entries, which must be in the index. */
    remove(gone: ReadonlySet<string>): void {
      for (const length of new Set([...gone].map((entry) => entry.length))) {
        const { entries, signs } = buckets.get(length) ?? { entries: [], signs: [] };
        const left: Bucket = { entries: [], signs: [] };
        entries.forEach((entry, at) => {
          if (gone.has(entry)) return;
          left.entries.push(entry);
          left.signs.push(signs[at] as number);
        });
        if (left.entries.length === 0) buckets.delete(length);
        else buckets.set(length, left);
      }
    },

    /**
     * The entries within an edit distance. If there are very many candidates, only the oldest are compared.
     * @param slipsOf returns the maximum distance for the length of the longer word
     */
    closest(word: string, slipsOf: (length: number) => number): { entry: string; distance: number }[] {
      const found: { entry: string; distance: number }[] = [];
      const sign = signOf(word);
      const most = slipsOf(word.length + 2);
      for (let length = word.length - most; length <= word.length + most; length++) {
        const slips = slipsOf(Math.max(length, word.length));
        if (Math.abs(length - word.length) > slips || slips === 0) continue;
        const { entries, signs } = buckets.get(length) ?? { entries: [], signs: [] };
        let compared = 0;
        for (let at = 0; at < entries.length && compared < MAX_COMPARED; at++) {
          const other = signs[at] as number;
          // Each edit changes at most one letter of a word, so the signatures exclude words that differ in
          // more letters.
          if (bits(sign & ~other) > slips || bits(other & ~sign) > slips) continue;
          compared += 1;
          const entry = entries[at] as string;
          const distance = editDistance(word, entry, slips);
          if (distance <= slips) found.push({ entry, distance });
        }
      }
      return found;
    },
  };
}

/** The signature of a word: one bit for each of its letters. Some letters share a bit. */
function signOf(word: string): number {
  let sign = 0;
  for (let at = 0; at < word.length; at++) sign |= 1 << (word.charCodeAt(at) & 31);
  return sign;
}

function bits(value: number): number {
  let count = 0;
  for (let left = value; left !== 0; left &= left - 1) count += 1;
  return count;
}
