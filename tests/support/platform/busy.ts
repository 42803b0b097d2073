import { setImmediate } from "node:timers/promises";
import { LOOP_SHARE } from "../../../src/server/platform/event-loop.ts";

/** Uses the processor for longer than the share of one iteration of the event loop. */
export function useShare(): void {
  const end = performance.now() + LOOP_SHARE;
  while (performance.now() <= end);
}

/** Counts how often other requests have their turn while work runs. @returns the count, and the result of the work */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  const done = new AbortController();
  const counting = (async () => {
    while (!done.signal.aborted) {
      await setImmediate();
      turns += 1;
    }
  })();
  const result = await work();
  const counted = turns;
  done.abort();
  await counting;
  return { turns: counted, result };
}
