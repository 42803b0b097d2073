import type { TestProject } from "vitest/node";
import makeFolder from "./folder-setup.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL superuser connection; a test makes its own database there. */
    postgresUrl: string;
  }
}

/**
 * Gives a project the PostgreSQL server of TEST_DATABASE_URL, else a temporary one, which the projects after it share;
 * and a folder in memory.
 * @returns ends what it made
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeFolder = makeFolder();
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? undefined : await startPostgres();
  const url = given ?? postgres?.url ?? "";
  project.provide("postgresUrl", url);
  process.env.TEST_DATABASE_URL = url;
  return async () => {
    if (postgres) delete process.env.TEST_DATABASE_URL;
    await postgres?.stop();
    removeFolder();
  };
}
