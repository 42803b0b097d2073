import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { createReconcileRepo } from "../../src/server/library/universities/reconcile.repo.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import { showProgress } from "../../src/cli/progress.ts";
import { generateCourses, generateItems } from "../../tests/support/archive/generate-archive.ts";
import { loadItems } from "../../tests/support/archive/load-archive.ts";

export interface BenchArchive {
  engine: "sqlite" | "postgres";
  items: number;
  /** The variables that name the archive to a server. */
  env: Record<string, string>;
  open(): Database;
}

/** The folder of archives between runs. A million items need gigabytes. */
export const KEPT = process.env["PROSHNO_BENCH_DATA"] ?? join(tmpdir(), "proshno-bench");

export const MAX_COURSES = 8_000;
/** The size of one read, in bytes. */
const CHUNK = 1_048_576;

/**
 * An archive of generated items, from an earlier run if possible.
 * @param folder the folder of all such archives
 * @param postgresUrl a server; without it, SQLite
 */
export async function prepareArchive(
  folder: string,
  items: number,
  postgresUrl: string | undefined,
): Promise<BenchArchive> {
  const engine = postgresUrl ? "postgres" : "sqlite";
  const data = join(folder, `${engine}-${items}`);
  const name = `bench${items}`;
  const databaseUrl = postgresUrl && postgresUrl.replace(/\/postgres$/, `/${name}`);
  const env = { PROSHNO_DATA: data, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const archive = {
    engine,
    items,
    env,
    open: () => openDatabase({ databaseUrl, dataFolder: data }),
  } as const;
  // This file is written last, so that an interrupted archive is created again.
  const complete = join(data, "complete");
  if (!existsSync(complete)) {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { recursive: true });
    if (postgresUrl) await recreate(postgresUrl, name);
    const db = archive.open();
    await fill(db, items);
    if (postgresUrl) await vacuum(db);
    await db.close();
    writeFileSync(complete, "");
  }
  const db = archive.open();
  // The archive may be from an earlier version of the product.
  await migrate(db);
  await db.close();
  return archive;
}

/**
 * Reads all files in a folder once, because a server that has run for a while has them in memory. So the
 * speed of the disk is not measured.
 */
export async function warm(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    for await (const _chunk of createReadStream(join(entry.parentPath, entry.name), {
      highWaterMark: CHUNK,
    }));
  }
}

/** Makes an empty database, and removes the one that had this name. */
export async function recreate(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name} template template0 locale 'C.UTF-8'`);
  await client.end();
}

async function fill(db: Database, count: number): Promise<void> {
  await migrate(db);
  console.error(`${db.engine}: makes ${count.toLocaleString("en")} items`);
  const progress = showProgress(count);
  const courses = generateCourses(Math.min(MAX_COURSES, Math.ceil(count / 4)));
  await loadItems(db, generateItems(courses, count), (done) => progress.update(done, done));
  progress.stop();
  await addUniversities(db);
}

/** Does what PostgreSQL does itself after a while. */
export async function vacuum(db: Database): Promise<void> {
  await db.withoutTimeout((unlimited) => sql`vacuum analyze`.execute(unlimited));
}

/** Adds the universities of the items, as if they had been contributed, so that a server does not begin with updating all items. */
export async function addUniversities(db: Database): Promise<void> {
  const universities = createReconcileRepo(db, (row) => row);
  await universities.addUnknown(await universities.usedKeys(), Date.now());
  await universities.reconciled(await universities.universities());
}
