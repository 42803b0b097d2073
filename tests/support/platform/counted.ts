import { openDatabase } from "../../../src/server/platform/db/open.ts";
import { createServices } from "../../../src/server/services.ts";
import type { TestArchive } from "./archive.ts";

/** Opens the services of an archive once more, and notes their statements. Close it before the archive. */
export function openCounted({ env, origin, shared }: TestArchive) {
  let statements: string[] = [];
  const db = openDatabase({
    databaseUrl: env.DATABASE_URL || undefined,
    dataFolder: env.PROSHNO_DATA,
    onQuery: ({ sql }) => void statements.push(sql),
  });
  return {
    services: createServices({ ...shared, db, origin, secret: env.PROSHNO_SECRET }),

    /** The statements of some work. */
    async statementsOf(work: () => Promise<unknown>): Promise<string[]> {
      statements = [];
      await work();
      return statements;
    },

    close: () => db.close(),
  };
}
