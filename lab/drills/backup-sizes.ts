import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { keptSecret } from "../../src/config/env-secret.ts";
import { createFolderStore } from "../../src/server/files/storage/file-store.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { openDatabase } from "../../src/server/platform/db/open.ts";
import { MB } from "../../src/shared/text/bytes.ts";
import { insertFile, insertItem } from "../../tests/support/archive/factories.ts";
import type { TestArchive } from "../../tests/support/platform/archive.ts";
import { root } from "../../scripts/lib/ensure.mjs";
import { seeded } from "../../scripts/lib/seeded.ts";
import type { Table } from "../lib/tables.ts";
import { prepareArchive, recreate } from "../lib/kept-archives.ts";

const PAPERS = 1_000;
/** The papers of a busy day, between two backups. */
const NEW_PAPERS = 10;
const ITEMS = 100_000;
/** The sizes of papers, in bytes: scans and photos don't compress. */
const [MIN, MAX] = [100_000, 500_000];
const PASSPHRASE = "a passphrase for the drill";
const RESTORED = "benchrestored";

interface Archive {
  data: string;
  databaseUrl: string | undefined;
}

/** The head of the rows of `measureBackups`. */
export const BACKUP_COLUMNS = ["Archive", "backup s", "MB", "next backup s", "more MB", "restore s"];

/**
 * Measures backups and restores with the commands that operators use: of 1,000 papers, and of 100,000 items
 * without files.
 * @param kept the folder of archives between runs
 * @param postgresUrl a server; without it, SQLite
 */
export async function measureBackups(kept: string, postgresUrl: string | undefined): Promise<Table> {
  mkdirSync(kept, { recursive: true });
  const folder = mkdtempSync(join(kept, "backups-"));
  const engine = postgresUrl ? "PostgreSQL" : "SQLite";
  const databaseOf = async (name: string): Promise<string | undefined> => {
    if (postgresUrl) await recreate(postgresUrl, name);
    return postgresUrl?.replace(/\/postgres$/, `/${name}`);
  };

  async function measure(archive: Archive, name: string, beforeNext: () => Promise<void>): Promise<string[]> {
    const place = join(folder, name);
    const first = await timed(archive, "backup", place);
    const bytes = sizeOf(place);
    await beforeNext();
    const next = await timed(archive, "backup", place);
    const more = sizeOf(place) - bytes;
    const target = { data: join(folder, `${name}-restored`), databaseUrl: await databaseOf(RESTORED) };
    const restored = await timed(target, "restore", place);
    rmSync(target.data, { recursive: true, force: true });
    return [
      first.toFixed(1),
      (bytes / MB).toFixed(1),
      next.toFixed(1),
      (more / MB).toFixed(1),
      restored.toFixed(1),
    ];
  }

  try {
    const papers = { data: join(folder, "archive"), databaseUrl: await databaseOf("benchpapers") };
    const random = seeded(1);
    await addPapers(papers, PAPERS, random);
    const add = () => addPapers(papers, NEW_PAPERS, random);
    const ofPapers = await measure(papers, "papers", add);
    const { env } = await prepareArchive(kept, ITEMS, postgresUrl);
    const items = { data: env["PROSHNO_DATA"] ?? "", databaseUrl: env["DATABASE_URL"] };
    const ofItems = await measure(items, "items", async () => {});
    return [
      [`${engine}, ${PAPERS.toLocaleString("en")} papers, then ${NEW_PAPERS} more`, ...ofPapers],
      [`${engine}, ${ITEMS.toLocaleString("en")} items without files`, ...ofItems],
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addPapers({ data, databaseUrl }: Archive, count: number, random: () => number): Promise<void> {
  mkdirSync(data, { recursive: true });
  const db = openDatabase({ databaseUrl, dataFolder: data });
  try {
    await migrate(db);
    const archive = { db, fileStore: createFolderStore(join(data, "files")) } as TestArchive;
    for (let number = 0; number < count; number += 1) {
      const bytes = randomBytes(Math.floor(MIN + random() * (MAX - MIN)));
      await insertItem(archive, "question", { fileKey: await insertFile(archive, bytes) });
    }
  } finally {
    await db.close();
  }
}

/** Runs a command on an archive. @returns how long it took, in seconds */
async function timed({ data, databaseUrl }: Archive, name: string, place: string): Promise<number> {
  // The first start of a server makes the secret, and no server started here.
  if (name === "backup") keptSecret(data);
  const began = performance.now();
  await promisify(execFile)(process.execPath, [join(root, `src/cli/${name}.ts`), place], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      PROSHNO_DATA: data,
      PROSHNO_BACKUP_PASSPHRASE: PASSPHRASE,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
  });
  return (performance.now() - began) / 1_000;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
