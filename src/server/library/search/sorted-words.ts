/** The maximum number of words with one first letter that a lookup of an abbreviation reads. */
const MAX_OF_LETTER = 20_000;

/** Compares two words by their code units. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Merges two sorted lists. */
export function merged(one: readonly string[], other: readonly string[]): string[] {
  const all: string[] = [];
  let at = 0;
  for (const word of other) {
    while (at < one.length && (one[at] as string) < word) all.push(one[at++] as string);
    all.push(word);
  }
  while (at < one.length) all.push(one[at++] as string);
  return all;
}

/** Returns the place of the first word that is not before this word. */
export function lowerBound(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Words that a person may have written with fewer letters: "engg" is "engineering", "dgtl" is "digital". The first letter
 * is the same, and the other letters follow in order. Words that begin or end like the typed word come first.
 */
export function abbreviatedIn(sorted: readonly string[], word: string): string[] {
  if (!/^[a-z]{3,12}$/.test(word)) return [];
  const found: { word: string; cost: number }[] = [];
  const start = lowerBound(sorted, word[0] as string);
  for (let at = start; at < sorted.length && at - start < MAX_OF_LETTER; at++) {
    const other = sorted[at] as string;
    if (other[0] !== word[0]) break;
    if (other.length <= word.length + 1 || !isWithin(word, other)) continue;
    const isSameEnd = word.at(-1) === other.at(-1);
    found.push({ word: other, cost: other.length - 3 * sameStart(word, other) - (isSameEnd ? 2 : 0) });
  }
  return found.sort((a, b) => a.cost - b.cost || compare(a.word, b.word)).map((one) => one.word);
}

/** Returns whether the longer word has the letters of the shorter word in their order. */
function isWithin(letters: string, word: string): boolean {
  let at = -1;
  for (const letter of letters) if ((at = word.indexOf(letter, at + 1)) < 0) return false;
  return true;
}

function sameStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
