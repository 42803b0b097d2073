import { foldBangla, isBangla } from "../../../shared/search/bangla.ts";
import { editDistance, slipsAllowed, slipsAtLast } from "../../../shared/search/edit-distance.ts";
import { loanKeyOf, soundOf } from "../../../shared/search/phonetic.ts";
import { abbreviatedIn, compare, lowerBound, merged } from "./sorted-words.ts";
import { createSpellings } from "./spellings.ts";
import { stemOf } from "../../../shared/search/word-forms.ts";

/** A word that the person may have meant by a typed word. */
export interface NearWord {
  word: string;
  how: "spelling" | "sound";
  /** The number of edits between the two words. */
  distance: number;
}

/** The maximum number of words that one lookup returns. It limits the size of the index query. */
const MAX_STARTING = 64;
const MAX_NEAR = 16;
const MAX_FOLDED = 16;
const MAX_SOUNDING = 4;
const MAX_ABBREVIATED = 12;
const [SHORTEST_WITHIN, MAX_WITHIN] = [5, 30];
/** The maximum number of words with the same sound that a lookup considers, oldest first. */
const MAX_ALIKE = 64;
/**
 * The share of the vowels that may differ between words that sound alike, and the maximum number of different
 * vowels in a long word.
 */
const VOWEL_SLACK = 0.45;
const MAX_VOWELS = 6;
/** The minimum number of consonants for an approximate match. Shorter sounds are too common. */
const SHORTEST_SOUND = 4;

/** A word, and its sound with vowels. */
interface Heard {
  word: string;
  form: string;
}

/** The words of the archive's approved items, in memory. 100,000 words take about 20 MB. */
export function createVocabulary() {
  const known = new Set<string>();
  let sorted: string[] = [];
  const byFold = new Map<string, string[]>();
  const bySound = new Map<string, Heard[]>();
  /** English words by their sound as loanwords. */
  const byLoan = new Map<string, string[]>();
  const spellings = createSpellings();
  const sounds = createSpellings();

  function add(words: Iterable<string>): void {
    const added = [...new Set(words)].filter((word) => !known.has(word));
    for (const word of added) {
      known.add(word);
      if (isBangla(word)) push(byFold, foldBangla(word), word);
      const { key, form } = soundOf(word);
      if (!bySound.has(key)) sounds.add(key);
      push(bySound, key, { word, form });
      if (/^[a-z]+$/.test(word)) push(byLoan, loanKeyOf(word), word);
      spellings.add(word);
    }
    if (added.length > 0) sorted = merged(sorted, added.sort(compare));
  }

  function remove(words: Iterable<string>): void {
    const gone = new Set([...words].filter((word) => known.has(word)));
    if (gone.size === 0) return;
    const keys = new Set<string>();
    for (const word of gone) {
      known.delete(word);
      keys.add(soundOf(word).key);
    }
    const bangla = [...gone].filter(isBangla);
    drop(byFold, new Set(bangla.map(foldBangla)), (word) => gone.has(word));
    drop(byLoan, new Set([...gone].map(loanKeyOf)), (word) => gone.has(word));
    const silent = drop(bySound, keys, ({ word }) => gone.has(word));
    sounds.remove(silent);
    spellings.remove(gone);
    sorted = sorted.filter((word) => !gone.has(word));
  }

  const alike = (key: string): Heard[] => (bySound.get(key) ?? []).slice(0, MAX_ALIKE);

  /** Words with the same consonant sounds and similar vowels. */
  function soundingLike(word: string): NearWord[] {
    const { key, form } = soundOf(word);
    if (key.length < 2) return [];
    const slack = Math.min(Math.ceil(form.length * VOWEL_SLACK), MAX_VOWELS);
    return alike(key)
      .filter((other) => other.word !== word)
      .map((other) => ({
        word: other.word,
        how: "sound" as const,
        distance: editDistance(form, other.form, slack),
      }))
      .filter(({ distance }) => distance <= slack);
  }

  /** English words that a person typed in Bangla letters: "লজিক" is "logic". */
  function loanwords(word: string): NearWord[] {
    const key = isBangla(word) ? loanKeyOf(word) : "";
    if (key.length < 2) return [];
    const { form } = soundOf(word);
    return (byLoan.get(key) ?? [])
      .slice(0, MAX_ALIKE)
      .map((other) => ({
        word: other,
        how: "sound" as const,
        distance: editDistance(form, soundOf(other).form, MAX_VOWELS),
      }))
      .filter(({ distance }) => key.length >= SHORTEST_SOUND || distance <= MAX_VOWELS / 2);
  }

  /** Words in the other script whose consonant sounds differ by one edit. */
  function almostSoundingLike(word: string): NearWord[] {
    const { key } = soundOf(word);
    if (key.length < SHORTEST_SOUND) return [];
    return sounds
      .closest(key, () => 1)
      .slice(0, MAX_ALIKE)
      .flatMap(({ entry }) =>
        alike(entry)
          .filter((other) => isBangla(other.word) !== isBangla(word))
          .slice(0, MAX_NEAR)
          .map((other) => ({ word: other.word, how: "sound" as const, distance: 2 })),
      );
  }

  const spelledLike = (word: string, slipsOf: (length: number) => number): NearWord[] =>
    spellings
      .closest(word, slipsOf)
      .map(({ entry, distance }) => ({ word: entry, how: "spelling" as const, distance }))
      .filter((near) => near.word !== word)
      .sort(nearestFirst)
      .slice(0, MAX_NEAR);

  function nearOf(word: string, slipsOf: (length: number) => number): NearWord[] {
    const found = new Map<string, NearWord>();
    const all = [
      ...spelledLike(word, slipsOf),
      ...soundingLike(word),
      ...loanwords(word),
      ...almostSoundingLike(word),
    ];
    for (const near of all) if (near.word !== word && !found.has(near.word)) found.set(near.word, near);
    return [...found.values()].sort(nearestFirst).slice(0, MAX_NEAR);
  }

  return {
    add,

    /** Removes words; ignores unknown words. */
    remove,
    has: (word: string): boolean => known.has(word),
    get size(): number {
      return known.size;
    },
    words: (): Iterable<string> => known.values(),

    /** Words that differ only in letters that are often confused in Bangla. */
    sameFold: (word: string): string[] =>
      isBangla(word)
        ? (byFold.get(foldBangla(word)) ?? []).slice(0, MAX_FOLDED).filter((other) => other !== word)
        : [],

    /** Words that begin with these letters, the shortest first, at most 64. */
    starting(letters: string): string[] {
      const found: string[] = [];
      for (let at = lowerBound(sorted, letters); found.length < 4 * MAX_STARTING; at++) {
        const word = sorted[at];
        if (!word?.startsWith(letters)) break;
        if (word !== letters) found.push(word);
      }
      return found.sort((a, b) => a.length - b.length || compare(a, b)).slice(0, MAX_STARTING);
    },

    /** Words that a person may have written with fewer letters, at most 12. */
    abbreviated: (word: string): string[] => abbreviatedIn(sorted, word).slice(0, MAX_ABBREVIATED),

    /** Long words at the beginning or end of a word: "physics" in "astrophysics". */
    within(word: string): string[] {
      const found: string[] = [];
      for (let size = Math.min(word.length - 2, MAX_WITHIN); size >= SHORTEST_WITHIN; size--)
        for (const part of [word.slice(-size), word.slice(0, size)]) if (known.has(part)) found.push(part);
      return found.slice(0, MAX_ABBREVIATED);
    },

    /** Words that sound like this word. Cheaper than `near`. */
    sounding: (word: string): string[] =>
      [...soundingLike(word), ...loanwords(word)]
        .sort(nearestFirst)
        .slice(0, MAX_SOUNDING)
        .map((other) => other.word),

    /**
     * Words that the person may have meant by an unknown word, the nearest first. If no word is near, it
     * compares with more distant words, and compares the word's singular or stem.
     */
    near(word: string): NearWord[] {
      const found = nearOf(word, slipsAllowed);
      if (found.length > 0) return found;
      const stem = stemOf(word);
      if (stem !== undefined) {
        const ofStem = nearOf(stem, slipsAllowed);
        if (known.has(stem)) return [{ word: stem, how: "spelling", distance: 1 }, ...ofStem];
        if (ofStem.length > 0) return ofStem;
      }
      return slipsAtLast(word.length) > slipsAllowed(word.length) ? spelledLike(word, slipsAtLast) : [];
    },
  };
}

export type Vocabulary = ReturnType<typeof createVocabulary>;
export type WordLookups = Pick<
  Vocabulary,
  "has" | "sameFold" | "starting" | "near" | "sounding" | "abbreviated" | "within"
>;

/**
 * The lookups of one search. Results are cached, because a search can look a word up several times. After the
 * time limit, the expensive lookups are skipped.
 */
export function lookupsOf(vocabulary: Vocabulary, isLate: () => boolean): WordLookups {
  const once = <T>(look: (word: string) => T[]) => {
    const known = new Map<string, T[]>();
    return (word: string): T[] => {
      const found = known.get(word) ?? (isLate() ? [] : look(word));
      known.set(word, found);
      return found;
    };
  };
  return {
    has: vocabulary.has,
    within: vocabulary.within,
    sameFold: vocabulary.sameFold,
    starting: once(vocabulary.starting),
    near: once(vocabulary.near),
    sounding: once(vocabulary.sounding),
    abbreviated: once(vocabulary.abbreviated),
  };
}

const nearestFirst = (a: NearWord, b: NearWord): number => a.distance - b.distance || compare(a.word, b.word);

function push<T>(map: Map<string, T[]>, key: string, entry: T): void {
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
}

/**
 * Removes entries from the lists of some keys.
 * @returns the keys whose lists are now empty
 */
function drop<T>(
  map: Map<string, T[]>,
  keys: ReadonlySet<string>,
  isGone: (entry: T) => boolean,
): Set<string> {
  const empty = new Set<string>();
  for (const key of keys) {
    const left = (map.get(key) ?? []).filter((entry) => !isGone(entry));
    if (left.length > 0) map.set(key, left);
    else if (map.delete(key)) empty.add(key);
  }
  return empty;
}
