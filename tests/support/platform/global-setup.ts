import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { makeMemoryFolder } from "./memory-folder.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL superuser connection; a test makes its own database there. */
    postgresUrl: string;
  }
}

/**
 * Gives a whole run one PostgreSQL server, that of TEST_DATABASE_URL, else a temporary one; and, unless TMPDIR names
 * one, a folder in memory.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // The many short programs that tests start are compiled once.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "proshno-compiled");
  const folder = process.env.TMPDIR ? undefined : makeMemoryFolder();
  if (folder) process.env.TMPDIR = folder;
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? undefined : await startPostgres();
  project.provide("postgresUrl", given ?? postgres?.url ?? "");
  return async () => {
    await postgres?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
}
