import { createReadStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type FileStore, storageFailure } from "../../files/index.ts";
import {
  type Database,
  isUnavailable,
  LEASE_LENGTH,
  productVersion,
  randomKey,
} from "../../platform/index.ts";
import { BackupProblem, problem } from "./backup-problem.ts";
import type { BackupsRepo, LastBackup } from "./backups.repo.ts";
import { checkFiles, copyFiles, filesOf } from "./copy-files.ts";
import { isDenied } from "./folder-place.ts";
import { entriesOf } from "./folders.ts";
import { databaseKey, fileKey, isBackupId, manifestKey } from "./keys.ts";
import { databaseName, FORMAT, type Manifest, newBackupId, SERIES, writeManifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { listBackups, measure } from "./read-place.ts";
import { sealSecret } from "./sealed-secret.ts";
import { takeSnapshot } from "./snapshot.ts";

const DAY = 86_400_000;
/** How often the lease is renewed, in ms. */
const RENEW = 20_000;

export interface BackupDependencies {
  db: Database;
  fileStore: FileStore;
  backupsRepo: BackupsRepo;
  dataFolder: string;
  databaseUrl: string | undefined;
  /** The archive's secret. */
  secret: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface BackupOptions {
  /** Encrypts the archive's secret. Without it, the backup doesn't contain the secret. */
  passphrase: string | undefined;
  /** Called with the number of copied pages of SQLite's database, and of all pages. */
  onDatabase?: (done: number, total: number) => void;
  /** Called with the number of finished files and of all files. */
  onFiles?: (done: number, total: number) => void;
}

export interface BackupReport extends LastBackup {
  /** How many files the place did not have yet, and the bytes that were written. */
  added: number;
  written: number;
}

/** Work that runs while this process holds the lease of the backup. */
export interface Held {
  /** Aborts when the lease is lost. */
  signal: AbortSignal;
  /** Asks the database whether this process still has the lease. @throws BackupProblem leaseLost */
  confirm: () => Promise<void>;
}

/**
 * Runs work while no other backup of the archive runs, and while no bytes of the archive are removed.
 * @throws BackupProblem running, or about the disk or the database
 */
export async function whileHeld<T>(
  { backupsRepo, clock, dataFolder }: Pick<BackupDependencies, "backupsRepo" | "clock" | "dataFolder">,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const holder = randomKey();
  const now = clock();
  // A process that was stopped for a while must not go on. The system's clock may jump, so it can't tell.
  let renewedAt = performance.now();
  const isFree = await backupsRepo.take(holder, now, now + LEASE_LENGTH).catch((error: unknown) => {
    throw asProblem(error, dataFolder);
  });
  if (!isFree) throw problem("running");
  const lost = new AbortController();
  /** @throws the error of the database; the lease may then still be valid */
  const renew = async () => {
    const asked = performance.now();
    const isExpired = asked - renewedAt >= LEASE_LENGTH;
    const kept = !isExpired && (await backupsRepo.renew(holder, clock() + LEASE_LENGTH));
    if (kept) renewedAt = asked;
    else lost.abort(problem("leaseLost"));
  };
  const confirm = async () => {
    await renew();
    lost.signal.throwIfAborted();
  };
  // A database that is away for a moment can be back before the lease ends.
  const timer = setInterval(() => void renew().catch(() => {}), RENEW);
  try {
    return await work({ signal: lost.signal, confirm });
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    clearInterval(timer);
    await backupsRepo.release(holder).catch(() => {});
  }
}

/**
 * Makes a backup: first a snapshot of the database, then the files that it names, and the manifest last.
 * @throws BackupProblem; the earlier backups of the place stay as they are
 */
export async function createBackup(
  dependencies: BackupDependencies,
  place: Place,
  options: BackupOptions,
  held: Held,
): Promise<BackupReport> {
  const { dataFolder, clock, backupsRepo, fileStore } = dependencies;
  const begunAt = clock();
  const id = newBackupId(begunAt);
  const series = await backupsRepo.series();
  const work = place.work ?? join(dataFolder, "backup");
  const folder = join(work, series, id);
  await place.prepare();
  await checkPlace(place, await backupsRepo.read("lastBackup"));
  await checkFiles(fileStore);
  try {
    await removeUnfinished(work, series, newBackupId(begunAt - DAY));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const report = await writeBackup(dependencies, place, options, { id, series, begunAt, folder, held });
    await backupsRepo.succeed(lastOf(report));
    return report;
  } catch (error) {
    throw asProblem(error, work);
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Notices a disk that is not mounted, although the folder of its mount exists.
 * @throws BackupProblem placeEmpty
 */
async function checkPlace(place: Place, last: LastBackup | undefined): Promise<void> {
  if (last?.place !== place.name) return;
  if ((await listBackups(place)).length === 0) throw problem("placeEmpty", place.name);
}

/**
 * Killed backups leave large files in folders with their ids. No other backup of this series is running, but another
 * archive may use the same place now, so its folders are removed later. So are those of release 0.2.0, which has no
 * folder for each series.
 * @param before folders of other archives are removed if their ids are lower than this one
 */
async function removeUnfinished(work: string, series: string, before: string): Promise<void> {
  const remove = async (folder: string, isOld: (id: string) => boolean) => {
    for await (const { name } of entriesOf(folder))
      if (isBackupId(name) && isOld(name)) await rm(join(folder, name), { recursive: true, force: true });
  };
  await remove(work, (id) => id < before);
  // A link may lead out of the place.
  for await (const entry of entriesOf(work))
    if (SERIES.test(entry.name) && entry.isDirectory())
      await remove(join(work, entry.name), (id) => entry.name === series || id < before);
}

/** Turns an error of the database or the disk into a sentence. Other errors are faults of ours. */
function asProblem(error: unknown, folder: string): unknown {
  if (error instanceof BackupProblem || !(error instanceof Error)) return error;
  if (storageFailure(error) === "no_room") return problem("placeFull", folder);
  if (isDenied(error)) return problem("placeDenied", folder);
  const isSqlite = (error as { errcode?: number }).errcode !== undefined;
  if (!isSqlite && !isUnavailable(error) && storageFailure(error) === undefined) return error;
  return problem("databaseFailed", folder, error.message);
}

interface Run {
  id: string;
  series: string;
  begunAt: number;
  /** The folder for unfinished work. */
  folder: string;
  held: Held;
}

async function writeBackup(
  { db, fileStore, dataFolder, databaseUrl, secret, clock }: BackupDependencies,
  place: Place,
  { passphrase, onDatabase = () => {}, onFiles = () => {} }: BackupOptions,
  { id, series, begunAt, folder, held: { signal, confirm } }: Run,
): Promise<BackupReport> {
  const source = { db, databaseUrl, dataFolder, folder, place: place.name };
  const snapshot = await takeSnapshot({ ...source, onProgress: onDatabase, signal });
  const { unpacked } = snapshot;
  const measured = await measure(createReadStream(snapshot.path));
  const name = databaseName(id, db.engine);
  const database = { name, ...measured, ...(unpacked === undefined ? {} : { unpacked }) };
  await place.putFile(databaseKey(database.name), snapshot.path);
  try {
    let done = 0;
    const copied = await copyFiles(fileStore, place, snapshot.files, () => {
      signal.throwIfAborted();
      onFiles((done += 1), snapshot.files.length);
    });
    const missing = new Set(copied.missing);
    const files = snapshot.files.filter(({ sha256 }) => !missing.has(sha256));
    const opened = passphrase === undefined ? undefined : await sealSecret(secret, passphrase);
    const manifest: Manifest = {
      format: FORMAT,
      id,
      series,
      createdAt: begunAt,
      engine: db.engine,
      version: productVersion,
      migrations: snapshot.migrations,
      tables: snapshot.tables,
      database,
      files,
      missing: [...missing],
      secret: opened?.sealed ?? null,
    };
    await checkStored(place, manifest);
    // A stopped process may go on after another backup took the lease, and pruned the place.
    await confirm();
    await place.put(manifestKey(id), Buffer.from(writeManifest(manifest, opened?.macKey)));
    await confirm();
    // Another archive that uses this place may have removed an old file before it could see the manifest.
    await checkStored(place, manifest);
    return {
      id,
      place: place.name,
      begunAt,
      endedAt: clock(),
      files: files.length,
      bytes: database.bytes + files.reduce((sum, { bytes }) => sum + bytes, 0),
      missing: missing.size,
      added: copied.added,
      written: copied.bytes + database.bytes,
    };
  } catch (error) {
    // The manifest may exist although its write failed, and it must not name a missing database.
    await place
      .remove(manifestKey(id))
      .then(() => place.remove(databaseKey(database.name)))
      .catch(() => {});
    throw error;
  }
}

/** Checks that nobody removed a file of the place during the backup. */
async function checkStored(place: Place, { files }: Manifest): Promise<void> {
  const stored = await filesOf(place);
  const lost = files.find(({ sha256, bytes }) => stored.get(sha256) !== bytes);
  if (lost) throw problem("placeFailed", place.name, fileKey(lost.sha256));
}

function lastOf({ added: _added, written: _written, ...last }: BackupReport): LastBackup {
  return last;
}
