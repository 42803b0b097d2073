import { setImmediate } from "node:timers";

/** How long the work of one iteration of the event loop may take before other requests have their turn, in ms. */
export const LOOP_SHARE = 10;

/** When the work of this iteration began, in ms from any starting point; undefined before it begins. */
let since: number | undefined;

/**
 * Lets other requests have their turn if the work of this iteration of the event loop has taken its share. Long work calls
 * this between its pieces, so that it holds the event loop for one share and one piece at most.
 * @returns undefined if the work may continue at once
 */
export function yieldIfLong(): Promise<void> | undefined {
  if (performance.now() - begin() < LOOP_SHARE) return undefined;
  return new Promise((resolve) => {
    setImmediate(() => {
      begin();
      resolve();
    });
  });
}

/** @returns when the work of this iteration began */
function begin(): number {
  if (since === undefined) {
    since = performance.now();
    setImmediate(() => (since = undefined));
  }
  return since;
}
