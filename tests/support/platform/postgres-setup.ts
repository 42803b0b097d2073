import type { TestProject } from "vitest/node";
import makeFolder from "./folder-setup.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The address of a PostgreSQL superuser connection; a test creates its own database there. */
    postgresUrl: string;
  }
}

/**
 * Provides a project with a folder in memory and the PostgreSQL server of TEST_DATABASE_URL. Without that
 * variable it starts a temporary server, which later projects share.
 * @returns a function that ends what it started
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
