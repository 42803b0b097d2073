/** 95 % of a normal distribution lies within this many standard deviations. */
const Z = 1.96;

/**
 * How surely an answer helps: the lower bound of Wilson's interval for the share of "yes" (E. B. Wilson, "Probable
 * Inference", 1927). One yes of one is less than nine of ten.
 * @param yes votes for, a whole number
 * @param no votes against, a whole number
 * @returns 0 to 1; 0 without votes
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

/** What helps most first; what nobody voted on before what helped nobody; equals stay in their order. */
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
