import type { Logger } from "pino";
import type { Health } from "../server/operations/index.ts";
import { NewerSchemaError, type SchemaState } from "../server/platform/index.ts";

const MINUTE = 60_000;

/**
 * A health check that logs the server's problems with their reasons each time the problems change, with the migrations of a
 * newer version.
 * @param health the check, which never throws
 * @param schema reads the state of the schema
 */
export function createLoggedHealth(
  health: () => Promise<Health>,
  schema: () => Promise<SchemaState>,
  log: Pick<Logger, "info" | "warn" | "error">,
): () => Promise<Health> {
  let noted = "";

  async function note({ problems: found, isReady }: Health): Promise<void> {
    const names = found.map(({ name }) => name);
    if (names.join() === noted) return;
    noted = names.join();
    if (names.length === 0) return log.info("the server has no problems any more");
    const isNewer = names.includes("schema_newer") || names.includes("schema_contracted");
    const { newer: migrations, contracted } = isNewer ? await schema() : { newer: [], contracted: [] };
    const problems = found.map(({ name, reason }) => ({ name, reason }));
    log.warn({ problems, isReady, ...(isNewer && { migrations }) }, "the server has problems");
    if (contracted.length > 0) log.error({ migrations }, new NewerSchemaError(contracted).message);
  }

  return async () => {
    const found = await health();
    // The answer doesn't wait for the log. If the database fails meanwhile, the next check finds other problems.
    void note(found).catch(() => {});
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
