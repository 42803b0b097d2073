import type { Logger } from "pino";
import type { Health } from "../server/operations/index.ts";

const MINUTE = 60_000;

/**
 * A health check that logs the server's problems with their reasons each time the problems change.
 * @param health the check, which never throws
 */
export function createLoggedHealth(
  health: () => Promise<Health>,
  log: Pick<Logger, "info" | "warn">,
): () => Promise<Health> {
  let loggedProblems = "";
  return async () => {
    const found = await health();
    const names = found.problems.map(({ name }) => name).join();
    if (names !== loggedProblems) {
      loggedProblems = names;
      const problems = found.problems.map(({ name, reason }) => ({ name, reason }));
      if (names === "") log.info("the server has no problems any more");
      else log.warn({ problems, isReady: found.isReady }, "the server has problems");
    }
    return found;
  };
}

/**
 * Checks the health now and once a minute, so that the log names a problem although nobody requests `/readyz`.
 * @returns a function that ends the checks
 */
export async function watchHealth(health: () => Promise<Health>): Promise<() => void> {
  await health();
  const timer = setInterval(() => void health(), MINUTE).unref();
  return () => clearInterval(timer);
}
