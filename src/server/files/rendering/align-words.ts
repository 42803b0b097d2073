/** Pixels from `from` up to and without `to`. */
export interface Span {
  from: number;
  to: number;
}

/** The limits of the width between a gap inside a word and a gap between words, in heights of the line. */
const [LEAST_GAP, MOST_GAP] = [0.06, 0.32];
/** How much a gap counts beside the width of a word. */
const GAPS = 3;
/** A word counts by its letters, up to this number. */
const LETTERS = 6;

/**
 * Joins the letters of a line to its words, by the widths of gaps and words. Recognition often misses a space or a letter, so no
 * gap decides alone.
 * @param letters the columns with ink, from left to right
 * @param expected the widths of the words in letters
 * @param height of the line in px
 * @returns for each word the places of its first and last letter in `letters`; undefined if there are too few
 */
export function alignWords(letters: Span[], expected: number[], height: number): Span[] | undefined {
  const [count, words] = [letters.length, expected.length];
  if (count < words) return undefined;
  const gaps = letters.slice(1).map(({ from }, at) => from - (letters[at] as Span).to);
  const limit = limitOf(gaps, words, height);
  const unit = unitOf(letters, gaps, expected, limit);
  /** The sum of the costs of gaps inside words, up to each letter. */
  const inside = [0];
  for (const gap of gaps)
    inside.push((inside.at(-1) as number) + GAPS * Math.max(0, Math.log(Math.max(1, gap) / limit)) ** 2);
  const cost = (word: number, first: number, last: number) => {
    const width = (letters[last] as Span).to - (letters[first] as Span).from;
    const weight = Math.min(LETTERS, expected[word] as number) / 2;
    const before =
      first === 0 ? 0 : GAPS * Math.max(0, Math.log(limit / Math.max(1, gaps[first - 1] as number))) ** 2;
    const fit = weight * Math.log(width / (unit * (expected[word] as number))) ** 2;
    return fit + before + (inside[last] as number) - (inside[first] as number);
  };
  // `best[word][last]` is the lowest cost of the words up to this one, if it ends with this letter.
  const best = expected.map(() => new Float64Array(count).fill(Infinity));
  const begins = expected.map(() => new Int32Array(count));
  for (let word = 0; word < words; word += 1) {
    for (let last = word; last < count - (words - 1 - word); last += 1) {
      for (let first = word === 0 ? 0 : last; first >= word; first -= 1) {
        const earlier = word === 0 ? 0 : (best[word - 1]?.[first - 1] as number);
        const total = earlier + cost(word, first, last);
        if (total < (best[word]?.[last] as number)) {
          (best[word] as Float64Array)[last] = total;
          (begins[word] as Int32Array)[last] = first;
        }
        if (word === 0) break;
      }
    }
  }
  const aligned: Span[] = [];
  let last = count - 1;
  for (let word = words - 1; word >= 0; word -= 1) {
    const first = begins[word]?.[last] as number;
    aligned.unshift({ from: first, to: last });
    last = first - 1;
  }
  return aligned;
}

/** A gap of this width in px is as likely inside a word as between words. */
function limitOf(gaps: number[], words: number, height: number): number {
  const sorted = gaps.toSorted((a, b) => b - a);
  const [between = MOST_GAP * height, within = LEAST_GAP * height] = [sorted[words - 2], sorted[words - 1]];
  const middle = Math.sqrt(Math.max(1, between) * Math.max(1, within));
  return Math.max(2, Math.min(MOST_GAP * height, Math.max(LEAST_GAP * height, middle)));
}

/** The width of an average letter in px. */
function unitOf(letters: Span[], gaps: number[], expected: number[], limit: number): number {
  const ink = letters.reduce((sum, { from, to }) => sum + to - from, 0);
  const space = gaps.reduce((sum, gap) => sum + (gap < limit ? gap : 0), 0);
  return (ink + space) / expected.reduce((sum, width) => sum + width, 0);
}
