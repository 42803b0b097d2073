import { setTimeout as sleep } from "node:timers/promises";

const PAUSE = 50;
/** How long a drill waits for anything, in ms. */
const LIMIT = 60_000;

/**
 * Waits until something holds.
 * @returns how long this took, in ms
 * @throws Error if it never holds
 */
export async function until(holds: () => boolean | Promise<boolean>, limit = LIMIT): Promise<number> {
  const since = performance.now();
  while (!(await holds())) {
    if (performance.now() - since > limit) throw new Error(`Not after ${limit / 1_000} s: ${String(holds)}`);
    await sleep(PAUSE);
  }
  return performance.now() - since;
}
