/** What the clients of a drill saw, during one phase. */
export interface Tally {
  /** How often each outcome was seen, such as "200" or "no response". */
  outcomes: Map<string, number>;
  /** The slowest response, in ms. */
  slowest: number;
}

export const newTally = (): Tally => ({ outcomes: new Map(), slowest: 0 });

export function note(tally: Tally, outcome: string, ms: number): void {
  tally.outcomes.set(outcome, (tally.outcomes.get(outcome) ?? 0) + 1);
  tally.slowest = Math.max(tally.slowest, ms);
}

/** @returns how many outcomes the tally has */
export const seen = ({ outcomes }: Tally): number =>
  [...outcomes.values()].reduce((sum, count) => sum + count, 0);

/** The outcomes as text, the most frequent first: `200 × 812, 503 × 40`. */
export const outcomesOf = ({ outcomes }: Tally): string =>
  [...outcomes]
    .toSorted(([, one], [, other]) => other - one)
    .map(([outcome, count]) => `${outcome} × ${count}`)
    .join(", ") || "–";
