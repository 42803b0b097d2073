import { foldBangla, isBangla } from "../../shared/search/bangla.ts";
import { editDistance, slipsAllowed } from "../../shared/search/edit-distance.ts";
import { phoneticForm, phoneticKey } from "../../shared/search/phonetic.ts";

/** A word that may be meant by another. */
export interface Near {
  word: string;
  how: "spelling" | "sound";
  /** Slips between the two. */
  distance: number;
}

/** How many words one lookup gives at most: bounds what a query asks of the index. */
const MOST_STARTING = 64;
const MOST_NEAR = 16;
/** Of words that sound alike, how much of their vowels may differ. */
const VOWEL_SLACK = 0.45;
/** A sound of fewer consonants is too common to allow for a slip in it. */
const SHORTEST_SOUND = 4;

/** Words of one length with what rules most of them out before they are compared letter by letter. */
interface Bucket {
  entries: string[];
  signs: number[];
}

/**
 * The words of an archive, in memory: a hundred thousand take some ten megabytes. Hidden items' words are among them,
 * so a word from here is only ever asked for, never shown.
 */
export function createVocabulary() {
  const known = new Set<string>();
  const sorted: string[] = [];
  const byFold = new Map<string, string[]>();
  const bySound = new Map<string, string[]>();
  const spellings = new Map<number, Bucket>();
  const sounds = new Map<number, Bucket>();

  function add(words: Iterable<string>): void {
    let isSorted = true;
    for (const word of words) {
      if (known.has(word)) continue;
      known.add(word);
      sorted.push(word);
      isSorted = false;
      if (isBangla(word)) push(byFold, foldBangla(word), word);
      const sound = phoneticKey(word);
      if (!bySound.has(sound)) file(sounds, sound);
      push(bySound, sound, word);
      file(spellings, word);
    }
    if (!isSorted) sorted.sort(compare);
  }

  /** Words of the same sound, whose vowels are about the same too. */
  function soundingLike(word: string): Near[] {
    const key = phoneticKey(word);
    const form = phoneticForm(word);
    if (key.length < 2) return [];
    return (bySound.get(key) ?? [])
      .filter((other) => other !== word)
      .map((other) => ({ other, distance: editDistance(form, phoneticForm(other), form.length) }))
      .filter(({ distance }) => distance <= Math.ceil(form.length * VOWEL_SLACK))
      .map(({ other, distance }) => ({ word: other, how: "sound" as const, distance }));
  }

  /** Words in the other script whose sound is one slip away. */
  function almostSoundingLike(word: string): Near[] {
    const key = phoneticKey(word);
    if (key.length < SHORTEST_SOUND) return [];
    return closest(sounds, key, 1).flatMap(({ entry }) =>
      (bySound.get(entry) ?? [])
        .filter((other) => isBangla(other) !== isBangla(word))
        .map((other) => ({ word: other, how: "sound" as const, distance: 2 })),
    );
  }

  return {
    add,
    has: (word: string): boolean => known.has(word),
    get size(): number {
      return known.size;
    },

    /** Words that are this one but for what is commonly confused in Bangla. */
    sameFold: (word: string): string[] =>
      isBangla(word) ? (byFold.get(foldBangla(word)) ?? []).filter((other) => other !== word) : [],

    /** Words that begin so, the shortest first. */
    starting(letters: string): string[] {
      const found: string[] = [];
      for (let at = lowerBound(sorted, letters); found.length < 4 * MOST_STARTING; at++) {
        const word = sorted[at];
        if (!word?.startsWith(letters)) break;
        if (word !== letters) found.push(word);
      }
      return found.sort((a, b) => a.length - b.length || compare(a, b)).slice(0, MOST_STARTING);
    },

    /** Words that may be meant by one that is not found, the likeliest first. */
    near(word: string): Near[] {
      const spelled = closest(spellings, word, slipsAllowed([...word].length)).map(({ entry, distance }) => ({
        word: entry,
        how: "spelling" as const,
        distance,
      }));
      const found = new Map<string, Near>();
      for (const near of [...spelled, ...soundingLike(word), ...almostSoundingLike(word)]) {
        if (near.word !== word && !found.has(near.word)) found.set(near.word, near);
      }
      return [...found.values()].sort(nearestFirst).slice(0, MOST_NEAR);
    },
  };
}

export type Vocabulary = ReturnType<typeof createVocabulary>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const nearestFirst = (a: Near, b: Near): number => a.distance - b.distance || compare(a.word, b.word);

function push(map: Map<string, string[]>, key: string, word: string): void {
  const words = map.get(key);
  if (words) words.push(word);
  else map.set(key, [word]);
}

function file(buckets: Map<number, Bucket>, entry: string): void {
  let bucket = buckets.get(entry.length);
  if (!bucket) buckets.set(entry.length, (bucket = { entries: [], signs: [] }));
  bucket.entries.push(entry);
  bucket.signs.push(signOf(entry));
}

/** One bit for each letter that a word has, some letters sharing one. */
function signOf(word: string): number {
  let sign = 0;
  for (let at = 0; at < word.length; at++) sign |= 1 << (word.charCodeAt(at) & 31);
  return sign;
}

/** Each slip changes at most one letter of either word, so that far ones are told by their bits. */
function closest(
  buckets: Map<number, Bucket>,
  word: string,
  slips: number,
): { entry: string; distance: number }[] {
  const found: { entry: string; distance: number }[] = [];
  if (slips === 0) return found;
  const sign = signOf(word);
  for (let length = word.length - slips; length <= word.length + slips; length++) {
    const { entries, signs } = buckets.get(length) ?? { entries: [], signs: [] };
    for (let at = 0; at < entries.length; at++) {
      const other = signs[at] as number;
      if (bits(sign & ~other) > slips || bits(other & ~sign) > slips) continue;
      const entry = entries[at] as string;
      const distance = editDistance(word, entry, slips);
      if (distance <= slips) found.push({ entry, distance });
    }
  }
  return found;
}

function bits(value: number): number {
  let count = 0;
  for (let left = value; left !== 0; left &= left - 1) count += 1;
  return count;
}

function lowerBound(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
