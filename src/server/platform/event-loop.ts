import { setImmediate } from "node:timers";

/** How long the work of one iteration of the event loop may take before other requests have their turn, in ms. */
const SHARE = 10;

/** When the work of this iteration began, in ms from any starting point; undefined before it begins. */
let since: number | undefined;

/**
 * Lets other requests have their turn if the work of this iteration of the event loop has taken its share. Long work calls
 * this between its pieces, so that it holds the event loop for one share and one piece at most.
 * @returns undefined if the work may continue at once
 */
export function yieldIfLong(): Promise<void> | undefined {
  const now = performance.now();
  if (since === undefined) {
    since = now;
    setImmediate(endIteration);
  }
  return now - since < SHARE ? undefined : new Promise((resolve) => void setImmediate(resolve));
}

const endIteration = (): void => {
  since = undefined;
};
