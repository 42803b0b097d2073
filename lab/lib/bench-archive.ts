import { mkdirSync } from "node:fs";
import pg from "pg";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import { startPostgres } from "../../tests/support/platform/postgres.ts";

export type BenchEngine = "sqlite" | "postgres";

/**
 * A new, migrated archive; on PostgreSQL with its own server, which trades durability for speed.
 * @param folder for the database of SQLite
 */
export async function openBenchArchive(
  engine: BenchEngine,
  folder: string,
): Promise<{ db: Database; close: () => Promise<void> }> {
  if (engine === "sqlite") {
    mkdirSync(folder, { recursive: true });
    const db = openDatabase({ dataFolder: folder });
    await migrate(db);
    return { db, close: () => db.close() };
  }
  const server = await startPostgres();
  const url = new URL(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database bench encoding UTF8 locale "C.UTF-8" template template0`);
  await client.end();
  url.pathname = "/bench";
  const db = openDatabase({ databaseUrl: url.href, dataFolder: folder });
  await migrate(db);
  const close = async () => {
    await db.close();
    await server.stop();
  };
  return { db, close };
}
