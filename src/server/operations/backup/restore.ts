import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createFolderStore, diskSpace, type FileStore, storageFailure } from "../../files/index.ts";
import { type Database, deleteSettings, openDatabase, sqlitePath } from "../../platform/index.ts";
import { MB } from "../../../shared/text/bytes.ts";
import { BackupProblem, problem } from "./backup-problem.ts";
import { unpackedBound } from "./bounds.ts";
import { each } from "./copy-files.ts";
import { entriesOf } from "./folders.ts";
import { databaseKey, fileKey } from "./keys.ts";
import { checkVersion, type Manifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { runPostgresProgram } from "./postgres-programs.ts";
import type { ReadManifest } from "./read-manifest.ts";
import { checkMac, measured, newestBackup, readExactly, readSigned } from "./read-place.ts";
import {
  checkEmpty,
  inWorkFolder,
  isEmpty,
  keepSecret,
  MADE,
  type RestoreTarget,
  WORK,
} from "./restore-target.ts";
import { unpack } from "./snapshot.ts";
import { digestTables, hasForeignParts, OWN_SETTINGS } from "./tables.repo.ts";

/** The free space that a restore leaves on the disk of the data folder, in bytes. */
const SPARE_BYTES = 100 * MB;

export interface RestoreOptions {
  passphrase: string | undefined;
  /** The id of the backup; by default the newest one. */
  id: string | undefined;
  /** Leaves out files that are missing or damaged in the backup, instead of refusing the restore. */
  skipDamaged: boolean;
  /** Accepts a backup without a MAC although the operator has a passphrase. */
  acceptUnprotected?: boolean;
  /** Called before anything is written if nobody can tell whether the backup was edited. */
  onUnproven?: (why: Unproven) => void;
  /** Called with the number of finished files and of all files. */
  onFiles?: (done: number, total: number) => void;
}

/** Why a backup is not proven to be ours: it has no MAC, or there is no passphrase to compare it with. */
export type Unproven = "unprotected" | "unchecked";

export interface RestoreReport {
  id: string;
  items: number;
  people: number;
  files: number;
  hasSecret: boolean;
  /** How many files were already missing in the archive, and how many the restore left out. */
  missing: number;
  skipped: number;
}

/**
 * Restores a backup into an empty place. Everything is checked against the manifest before it becomes
 * visible; after an interruption, the next restore starts again.
 * @throws BackupProblem; the target is then still empty, or only has the folder of the unfinished restore
 */
export async function restoreBackup(
  place: Place,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const id = options.id ?? (await newestBackup(place, Date.now()));
  if (id === undefined) throw problem("noBackup", place.name);
  const read = await readSigned(place, id);
  const { manifest } = read;
  const secret = await prove(read, target, options);
  checkVersion(manifest);
  checkEngine(manifest, target);
  const resumes = await checkEmpty(target);
  try {
    return await inWorkFolder(target.dataFolder, resumes, () =>
      write(place, manifest, target, options, secret),
    );
  } catch (error) {
    throw error instanceof BackupProblem ? error : asProblem(error as Error, target);
  }
}

/** Turns an error of the disk or the bucket into a sentence. */
function asProblem(error: Error, { dataFolder, bucket }: RestoreTarget): Error {
  if (storageFailure(error) === "no_room") return problem("placeFull", dataFolder);
  return bucket && storageFailure(error) ? problem("targetBucket", error.message) : error;
}

/**
 * Proves with the passphrase that nobody edited the manifest. An attacker can leave out the MAC, so a manifest without one
 * needs the operator's word.
 * @returns the archive's secret; undefined if the backup or the environment doesn't give it
 * @throws BackupProblem unprotected, wrongPassphrase, wrongMac, otherSecret
 */
async function prove(
  read: ReadManifest,
  { secret: given }: RestoreTarget,
  { passphrase, acceptUnprotected = false, onUnproven = () => {} }: RestoreOptions,
): Promise<string | undefined> {
  if (read.mac === undefined) {
    if (passphrase !== undefined && !acceptUnprotected) throw problem("unprotected", read.manifest.id);
    onUnproven("unprotected");
  } else if (passphrase === undefined) onUnproven("unchecked");
  if (passphrase === undefined) return undefined;
  const opened = await checkMac(read, passphrase);
  if (opened && given !== undefined && given !== opened.secret) throw problem("otherSecret");
  return opened?.secret;
}

function checkEngine({ engine }: Manifest, { databaseUrl }: RestoreTarget): void {
  if (engine === "postgres" && databaseUrl === undefined) throw problem("needsPostgres");
  if (engine === "sqlite" && databaseUrl !== undefined) throw problem("needsSqlite");
}

async function write(
  place: Place,
  manifest: Manifest,
  target: RestoreTarget,
  options: RestoreOptions,
  secret: string | undefined,
): Promise<RestoreReport> {
  const { dataFolder, databaseUrl, bucket } = target;
  const work = join(dataFolder, WORK);
  for await (const { name } of entriesOf(dataFolder))
    if (MADE.test(name)) await rm(join(dataFolder, name), { recursive: true, force: true });
  const path = join(work, manifest.database.name);
  for (const left of [join(work, "files"), path]) await rm(left, { recursive: true, force: true });
  await checkSpace(manifest, target);

  await fetchDatabase(place, manifest, path);
  const fileStore = bucket ?? createFolderStore(join(work, "files"));
  const bad = await fetchFiles(place, manifest, fileStore, options);
  const counts =
    databaseUrl === undefined
      ? await openSqlite(manifest, path, work)
      : await openPostgres(manifest, path, { ...target, databaseUrl });

  if (secret !== undefined && target.secret === undefined) await keepSecret(dataFolder, secret);
  if (!bucket && manifest.files.length > bad) await rename(join(work, "files"), join(dataFolder, "files"));
  if (databaseUrl === undefined) await rename(sqlitePath(work), sqlitePath(dataFolder));
  return {
    id: manifest.id,
    ...counts,
    files: manifest.files.length - bad,
    hasSecret: secret !== undefined || target.secret !== undefined,
    missing: manifest.missing.length,
    skipped: bad,
  };
}

/** Refuses a restore that would fill the disk. @throws BackupProblem noSpace */
async function checkSpace(
  { database, files }: Manifest,
  { dataFolder, bucket }: RestoreTarget,
): Promise<void> {
  const stored = bucket ? 0 : files.reduce((sum, { bytes }) => sum + bytes, 0);
  const needed = SPARE_BYTES + database.bytes + (database.unpacked ?? 0) + stored;
  const { free } = await diskSpace([dataFolder]);
  if (free < needed) throw problem("noSpace", dataFolder, needed, free);
}

/** @throws BackupProblem missingDatabase, damagedDatabase */
async function fetchDatabase(place: Place, { id, database }: Manifest, path: string): Promise<void> {
  const chunks = await place.read(databaseKey(database.name), database.bytes);
  if (!chunks) throw problem("missingDatabase", id);
  let found = { bytes: 0, sha256: "" };
  await pipeline(
    measured(chunks, (facts) => (found = facts)),
    createWriteStream(path, { mode: 0o600, flush: true, flags: "wx" }),
  );
  if (found.sha256 !== database.sha256 || found.bytes !== database.bytes)
    throw problem("damagedDatabase", id);
}

/** @returns the number of files that were left out @throws BackupProblem damagedFiles */
async function fetchFiles(
  place: Place,
  { files }: Manifest,
  fileStore: FileStore,
  { skipDamaged, onFiles = () => {} }: RestoreOptions,
): Promise<number> {
  const bad: string[] = [];
  let done = 0;
  await each(files, async (file) => {
    const content = await readExactly(place, fileKey(file.sha256), file);
    if (content) await fileStore.put(content);
    else bad.push(file.sha256);
    onFiles((done += 1), files.length);
  });
  if (bad.length > 0 && !skipDamaged) throw problem("damagedFiles", bad.length, fileKey(bad[0] as string));
  return bad.length;
}

type Counts = Pick<RestoreReport, "items" | "people">;

async function openSqlite(manifest: Manifest, path: string, work: string): Promise<Counts> {
  for await (const { name } of entriesOf(work))
    if (name.startsWith(basename(sqlitePath("")))) await rm(join(work, name), { force: true });
  const damaged = problem("damagedDatabase", manifest.id);
  const { database } = manifest;
  const { free } = await diskSpace([work]);
  const isWhole = await unpack(path, sqlitePath(work), Math.min(unpackedBound(database), free - SPARE_BYTES));
  if (!isWhole) throw damaged;
  const { size } = await stat(sqlitePath(work));
  if (database.unpacked !== undefined && size !== database.unpacked) throw damaged;
  try {
    return await checkTables(manifest, openDatabase({ dataFolder: work }));
  } catch (error) {
    // SQLite can't read what was packed, or it is no archive.
    throw error instanceof BackupProblem || storageFailure(error) ? error : damaged;
  }
}

async function openPostgres(
  manifest: Manifest,
  path: string,
  { databaseUrl, dataFolder }: { databaseUrl: string; dataFolder: string },
): Promise<Counts> {
  const check = () => checkTables(manifest, openDatabase({ databaseUrl, dataFolder }));
  // An interrupted restore may have finished the database, which it does completely or not at all.
  if (!(await isEmpty(databaseUrl)))
    return check().catch((error: unknown) => {
      throw error instanceof BackupProblem ? problem("databaseUsed") : error;
    });
  const args = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"];
  try {
    // Only the server writes: this process reads the dump.
    await runPostgresProgram("pg_restore", path, args, { databaseUrl, place: "the PostgreSQL server" });
  } catch (error) {
    // The program of a killed restore may have just finished the database.
    if (await isEmpty(databaseUrl)) throw error;
  }
  return check();
}

/** Compares every table with the manifest, and closes the database. @throws BackupProblem differentTable */
async function checkTables({ tables, engine }: Manifest, db: Database): Promise<Counts> {
  try {
    if (await hasForeignParts(db)) throw problem("differentTable", "sqlite_schema");
    const found = await db.withoutTimeout((read) =>
      read.transaction().execute((trx) => digestTables(trx, engine)),
    );
    for (const name of new Set([...Object.keys(tables), ...Object.keys(found)]))
      if (tables[name]?.rows !== found[name]?.rows || tables[name]?.hash !== found[name]?.hash)
        throw problem("differentTable", name);
    // The lease of the backup itself would refuse the next backup for two minutes. With the series, this copy
    // would remove the backups of the original archive.
    await deleteSettings(db.write, ...OWN_SETTINGS);
    return { items: tables["resource"]?.rows ?? 0, people: tables["users"]?.rows ?? 0 };
  } finally {
    await db.close();
  }
}
