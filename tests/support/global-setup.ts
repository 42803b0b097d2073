import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL superuser connection; a test makes its own database there. */
    postgresUrl: string;
  }
}

/** Gives a whole run one PostgreSQL server: that of TEST_DATABASE_URL, else a temporary one. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // The many short programs that tests start are compiled once.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "proshno-compiled");
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide("postgresUrl", given);
    return undefined;
  }
  const postgres = await startPostgres();
  project.provide("postgresUrl", postgres.url);
  return postgres.stop;
}
