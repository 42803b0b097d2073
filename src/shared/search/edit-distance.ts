/**
 * How many letters must be typed, dropped, replaced or swapped with their neighbour to make one word of the other
 * (Damerau's distance, restricted: no part is changed twice).
 * @param most gives up beyond this: the work is `most` times the length
 * @returns the distance, or `most + 1` where it is larger
 */
export function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const here = [row];
    let least = row;
    for (let at = 1; at <= to.length; at++) {
      const same = from[row - 1] === to[at - 1] ? 0 : 1;
      let cost = Math.min(
        (above[at] as number) + 1,
        (here[at - 1] as number) + 1,
        (above[at - 1] as number) + same,
      );
      if (row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1])
        cost = Math.min(cost, (before[at - 2] as number) + 1);
      here.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    before = above;
    above = here;
  }
  return Math.min(above[to.length] as number, most + 1);
}

/** How many slips a word of this length may have and still be meant: none in the shortest, two in long ones. */
export function slipsAllowed(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}
