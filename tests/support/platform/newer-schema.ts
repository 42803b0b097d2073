import { sql } from "kysely";
import { migrate, migrations } from "../../../src/server/platform/db/migrate.ts";
import { noteContraction } from "../../../src/server/platform/db/schema-state.ts";
import type { Database } from "../../../src/server/platform/db/schema/schema.ts";

/** The migration of a newer version. */
export const NEWER = "999912310000-newer";

/** Migrates like a newer version with one more migration. @param since the version that stopped using what the migration drops */
export const migrateAsNewer = (db: Database, since?: string): Promise<string[]> =>
  migrate(db, {
    ...migrations,
    [NEWER]: {
      async up(trx) {
        await sql`create table newer (id text)`.execute(trx);
        if (since) await noteContraction(trx, NEWER, { things: ["table older"], since });
      },
    },
  });
