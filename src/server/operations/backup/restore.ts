import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createFolderStore, type FileStore, sha256Of, storageFailure } from "../../files/index.ts";
import { type Database, openDatabase, sqlitePath } from "../../platform/index.ts";
import { BackupProblem, problem } from "./backup-problem.ts";
import { each } from "./copy-files.ts";
import { entriesOf } from "./folders.ts";
import { databaseKey, fileKey } from "./keys.ts";
import { checkVersion, type Manifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { runPostgresProgram } from "./postgres-programs.ts";
import { measured, newestBackup, openManifest } from "./read-place.ts";
import {
  checkEmpty,
  inWorkFolder,
  isEmpty,
  keepSecret,
  MADE,
  type RestoreTarget,
  WORK,
} from "./restore-target.ts";
import { openSecret } from "./sealed-secret.ts";
import { unpack } from "./snapshot.ts";
import { digestTables, OWN_SETTINGS } from "./tables.repo.ts";

export interface RestoreOptions {
  passphrase: string | undefined;
  /** The id of the backup; by default the newest one. */
  id: string | undefined;
  /** Leaves out files that are missing or damaged in the backup, instead of refusing the restore. */
  skipDamaged: boolean;
  /** Called with the number of finished files and of all files. */
  onFiles?: (done: number, total: number) => void;
}

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
  const manifest = await openManifest(place, id);
  checkVersion(manifest);
  const secret = await secretOf(manifest, target, options.passphrase);
  checkEngine(manifest, target);
  const goesOn = await checkEmpty(target);
  try {
    return await inWorkFolder(target.dataFolder, goesOn, () =>
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

/** @returns the archive's secret; undefined if the backup or the environment doesn't give it */
async function secretOf(
  { secret: sealed }: Manifest,
  { secret: given }: RestoreTarget,
  passphrase: string | undefined,
): Promise<string | undefined> {
  if (!sealed || passphrase === undefined) return undefined;
  const secret = await openSecret(sealed, passphrase);
  if (secret === undefined) throw problem("wrongPassphrase");
  if (given !== undefined && given !== secret) throw problem("otherSecret");
  return secret;
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
  for (const { name } of await entriesOf(dataFolder))
    if (MADE.test(name)) await rm(join(dataFolder, name), { recursive: true, force: true });
  await rm(join(work, "files"), { recursive: true, force: true });

  const path = join(work, manifest.database.name);
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

/** @throws BackupProblem missingDatabase, damagedDatabase */
async function fetchDatabase(place: Place, { id, database }: Manifest, path: string): Promise<void> {
  const chunks = await place.read(databaseKey(database.name));
  if (!chunks) throw problem("missingDatabase", id);
  let found = { bytes: 0, sha256: "" };
  await pipeline(
    measured(chunks, (facts) => (found = facts)),
    createWriteStream(path, { mode: 0o600, flush: true }),
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
  await each(files, async ({ sha256 }) => {
    const chunks = await place.read(fileKey(sha256));
    const bytes = chunks && Buffer.concat(await Array.fromAsync(chunks));
    if (bytes && sha256Of(bytes) === sha256) await fileStore.put(bytes);
    else bad.push(sha256);
    onFiles((done += 1), files.length);
  });
  if (bad.length > 0 && !skipDamaged) throw problem("damagedFiles", bad.length, fileKey(bad[0] as string));
  return bad.length;
}

type Counts = Pick<RestoreReport, "items" | "people">;

async function openSqlite(manifest: Manifest, path: string, work: string): Promise<Counts> {
  for (const { name } of await entriesOf(work))
    if (name.startsWith(basename(sqlitePath("")))) await rm(join(work, name), { force: true });
  await unpack(path, sqlitePath(work));
  return checkTables(manifest, openDatabase({ dataFolder: work }));
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
    const found = await db.withoutTimeout((read) =>
      read.transaction().execute((trx) => digestTables(trx, engine)),
    );
    for (const name of new Set([...Object.keys(tables), ...Object.keys(found)]))
      if (tables[name]?.rows !== found[name]?.rows || tables[name]?.hash !== found[name]?.hash)
        throw problem("differentTable", name);
    // The lease of the backup itself would refuse the next backup for two minutes. With the series, this copy
    // would remove the backups of the original archive.
    await db.write.deleteFrom("setting").where("name", "in", OWN_SETTINGS).execute();
    return { items: tables["resource"]?.rows ?? 0, people: tables["users"]?.rows ?? 0 };
  } finally {
    await db.close();
  }
}
