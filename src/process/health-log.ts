import type { Logger } from "pino";
import type { Health } from "../server/operations/index.ts";

/**
 * A health check that logs the server's problems each time they change.
 * @param health the check, which never throws
 */
export function createLoggedHealth(
  health: () => Promise<Health>,
  log: Pick<Logger, "info" | "warn">,
): () => Promise<Health> {
  let noted = "";
  return async () => {
    const found = await health();
    const problems = found.problems.map(({ name }) => name);
    const now = problems.join();
    if (now !== noted) {
      if (now === "") log.info("the server has no problems any more");
      else log.warn({ problems, isReady: found.isReady }, "the server has problems");
      noted = now;
    }
    return found;
  };
}
