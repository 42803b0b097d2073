/**
 * The number of letters to insert, delete, replace or swap with their neighbour to turn one word into the
 * other (the restricted Damerau-Levenshtein distance: no part is changed twice). It compares only letters
 * whose positions differ by at most `most`, so the work is `most` times the length.
 * @param most stops when the distance is larger
 * @returns the distance, or `most + 1` if it is larger
 */
export function editDistance(from: string, to: string, most: number): number {
  const tooFar = most + 1;
  if (Math.abs(from.length - to.length) > most) return tooFar;
  let before: number[] = [];
  let above: number[] = [];
  for (let at = 0; at <= to.length; at++) above.push(Math.min(at, tooFar));
  let here: number[] = [];
  for (let row = 1; row <= from.length; row++) {
    const first = Math.max(1, row - most);
    const last = Math.min(to.length, row + most);
    let least = first === 1 ? Math.min(row, tooFar) : tooFar;
    here[first - 1] = least;
    for (let at = first; at <= last; at++) {
      const same = from[row - 1] === to[at - 1] ? 0 : 1;
      let cost = Math.min(
        (above[at] as number) + 1,
        (here[at - 1] as number) + 1,
        (above[at - 1] as number) + same,
      );
      if (row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1])
        cost = Math.min(cost, (before[at - 2] as number) + 1);
      here[at] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return tooFar;
    // The next row reads one more column.
    if (last < to.length) here[last + 1] = tooFar;
    [before, above, here] = [above, here, before];
  }
  return Math.min(above[to.length] as number, tooFar);
}

/**
 * The maximum edit distance between two words, by the length of the longer one: 0 for the shortest words, 2 for
 * long ones.
 */
export function slipsAllowed(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * The maximum edit distance for a word that matches nothing otherwise: one more for words of six or seven
 * letters.
 */
export const slipsAtLast = (length: number): number => (length < 6 ? slipsAllowed(length) : 2);
