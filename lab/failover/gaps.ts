/** Measures the longest time without a success. */
export interface Gaps {
  succeed(): void;
  /** Begins a new measurement. @returns the longest time without a success since the last call, in ms */
  turnOver(): number;
  /** How many successes there were so far. */
  count(): number;
}

export function openGaps(now: () => number = () => performance.now()): Gaps {
  let last = now();
  let longest = 0;
  let count = 0;
  const update = () => {
    longest = Math.max(longest, now() - last);
  };
  return {
    succeed() {
      update();
      last = now();
      count += 1;
    },
    turnOver() {
      update();
      const before = longest;
      longest = 0;
      last = now();
      return before;
    },
    count: () => count,
  };
}
