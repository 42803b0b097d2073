/** In a normal distribution, 95% of the values are within this number of standard deviations. */
const Z = 1.96;

/**
 * How likely an answer is to help: the lower bound of Wilson's confidence interval for the proportion of
 * "yes" votes (E. B. Wilson, "Probable Inference", 1927). One "yes" in one vote scores lower than nine in ten
 * votes.
 * @param yes the number of votes for the answer
 * @param no the number of votes against it
 * @returns a number from 0 to 1; 0 without votes
 */
export function helpfulness(yes: number, no: number): number {
  const count = yes + no;
  if (count === 0) return 0;
  const share = yes / count;
  const spread = Z * Math.sqrt((share * (1 - share) + (Z * Z) / (4 * count)) / count);
  return Math.max(0, (share + (Z * Z) / (2 * count) - spread) / (1 + (Z * Z) / count));
}

interface Voted {
  yes: number;
  no: number;
}

/**
 * Sorts the most helpful items first. Items without votes come before items with only "no" votes; equal items
 * keep their order.
 */
export function byHelpfulness<T>(items: T[], votesOf: (item: T) => Voted | undefined): T[] {
  const rank = (item: T): [number, number] => {
    const { yes = 0, no = 0 } = votesOf(item) ?? {};
    return [helpfulness(yes, no), -no];
  };
  return items.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return b[0] - a[0] || b[1] - a[1];
  });
}
