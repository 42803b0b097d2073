import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { type Database, openDatabase, sqlitePath } from "../../platform/index.ts";
import { runPostgresProgram } from "./postgres-programs.ts";
import {
  digestTables,
  type FileEntry,
  inSnapshot,
  listFiles,
  listMigrations,
  type TableDigest,
} from "./tables.repo.ts";

/** How many pages of SQLite's database are copied before other work gets its turn: 4 MB. */
const PAGES = 1_000;

export interface SnapshotOptions {
  db: Database;
  /** The address of the PostgreSQL database; undefined for SQLite. */
  databaseUrl: string | undefined;
  dataFolder: string;
  /** An existing private folder for the snapshot. */
  folder: string;
  /** The place of the backup, for sentences. */
  place: string;
  /** Called with the number of copied pages of SQLite's database, and of all pages. */
  onProgress: (done: number, total: number) => void;
  signal: AbortSignal;
}

/** One state of the database, as a file. */
export interface Snapshot {
  path: string;
  /** The size of SQLite's database before it was packed, in bytes; undefined for a dump. */
  unpacked: number | undefined;
  migrations: string[];
  tables: Record<string, TableDigest>;
  /** The bytes that the rows need. */
  files: FileEntry[];
}

/**
 * Copies the database while the server runs, with SQLite's online backup or with pg_dump.
 * @throws BackupProblem; the system's error if the folder can't be written
 */
export function takeSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const { databaseUrl } = options;
  return databaseUrl === undefined ? sqliteSnapshot(options) : postgresSnapshot(options, databaseUrl);
}

async function sqliteSnapshot({ dataFolder, folder, onProgress }: SnapshotOptions): Promise<Snapshot> {
  const raw = sqlitePath(folder);
  const source = new DatabaseSync(sqlitePath(dataFolder));
  try {
    // The read transaction fixes the state. Without it, each write of the server would restart the copy.
    source.exec(
      "pragma busy_timeout = 5000; pragma query_only = on; begin; select count(*) from sqlite_master",
    );
    await backup(source, raw, {
      rate: PAGES,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    });
  } finally {
    source.close();
  }
  const facts = await readSqlite(folder);
  const path = `${raw}.zst`;
  const { size: unpacked } = await stat(raw);
  await pipeline(createReadStream(raw), createZstdCompress(), createWriteStream(path, { mode: 0o600 }));
  await rm(raw);
  return { ...facts, path, unpacked };
}

/** Reads the facts of the copy in a folder. */
async function readSqlite(folder: string): Promise<Pick<Snapshot, "migrations" | "tables" | "files">> {
  const copy = openDatabase({ dataFolder: folder });
  try {
    return await factsOf(copy);
  } finally {
    await copy.close();
  }
}

async function factsOf({ read, engine }: Pick<Database, "read" | "engine">) {
  return {
    migrations: await listMigrations(read),
    tables: await digestTables(read, engine),
    files: await listFiles(read),
  };
}

/** pg_dump and the digests share one state of the database. */
function postgresSnapshot(
  { db, place, folder, signal }: SnapshotOptions,
  databaseUrl: string,
): Promise<Snapshot> {
  const path = join(folder, "proshno.dump");
  return inSnapshot(db, async (trx, snapshot) => {
    const facts = await factsOf({ read: trx, engine: "postgres" });
    const args = ["--format=custom", "--no-owner", "--no-privileges", "--no-unlogged-table-data"];
    const call = { databaseUrl, place, signal };
    await runPostgresProgram("pg_dump", path, [...args, `--snapshot=${snapshot}`], call);
    return { ...facts, path, unpacked: undefined };
  });
}

/** Our packed databases need 2 MB of memory to be unpacked. A hostile one may ask for 128 MB. */
const WINDOW_LOG = 23;

/**
 * Unpacks a snapshot of SQLite into a new file.
 * @param maxBytes stops as soon as the file would have more bytes
 * @returns whether the whole snapshot was unpacked; false if it has more bytes or is not packed with zstd
 */
export async function unpack(path: string, target: string, maxBytes: number): Promise<boolean> {
  let bytes = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new TooLong();
      yield chunk;
    }
  }
  const unpacking = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } });
  try {
    const file = createWriteStream(target, { mode: 0o600, flush: true, flags: "wx" });
    await pipeline(createReadStream(path), unpacking, counted, file);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (error instanceof TooLong || code.startsWith("ZSTD_") || code === "Z_BUF_ERROR") return false;
    throw error;
  }
}

class TooLong extends Error {}
