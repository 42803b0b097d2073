import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type FileStore, storageFailure } from "../../files/index.ts";
import { type Database, isUnavailable, productVersion, randomKey } from "../../platform/index.ts";
import { BackupProblem, problem } from "./backup-problem.ts";
import type { BackupsRepo, LastBackup } from "./backups.repo.ts";
import { copyFiles, fileKey, filesOf } from "./copy-files.ts";
import { FORMAT, type Manifest, newBackupId, writeManifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { sealSecret } from "./sealed-secret.ts";
import { measure, takeSnapshot } from "./snapshot.ts";

/** How long the lease is valid without renewal, and how often it is renewed (both in ms). */
const LEASE = 120_000;
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
  /** Called with the finished part of the database's copy, from 0 to 1. */
  onDatabase?: (part: number) => void;
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
}

/**
 * Runs work while no other backup of the archive runs, and while no bytes of the archive are removed.
 * @throws BackupProblem running
 */
export async function whileHeld<T>(
  { backupsRepo, clock }: Pick<BackupDependencies, "backupsRepo" | "clock">,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const holder = randomKey();
  const now = clock();
  if (!(await backupsRepo.take(holder, now, now + LEASE))) throw problem("running");
  const lost = new AbortController();
  let until = now + LEASE;
  const renew = async () => {
    const end = clock() + LEASE;
    const kept = await backupsRepo.renew(holder, end).catch(() => undefined);
    if (kept) until = end;
    // A database that is away for a moment can be back before the lease ends.
    else if (kept === false || clock() >= until) lost.abort(problem("leaseLost"));
  };
  const timer = setInterval(() => void renew(), RENEW);
  try {
    return await work({ signal: lost.signal });
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
  { signal }: Held,
): Promise<BackupReport> {
  const { dataFolder, clock, backupsRepo } = dependencies;
  const begunAt = clock();
  const id = newBackupId(begunAt);
  const work = place.work ?? join(dataFolder, "backup");
  const folder = join(work, id);
  await place.prepare();
  try {
    // Killed backups leave large files. No other backup is running.
    await rm(work, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const report = await writeBackup(dependencies, place, options, { id, begunAt, folder, signal });
    await backupsRepo.succeed(lastOf(report));
    return report;
  } catch (error) {
    throw asProblem(error, folder);
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Turns an error of the snapshot into a sentence. Other errors are faults of ours. */
function asProblem(error: unknown, folder: string): unknown {
  if (error instanceof BackupProblem || !(error instanceof Error)) return error;
  if (storageFailure(error) === "no_room") return problem("placeFull", folder);
  const isSqlite = (error as { errcode?: number }).errcode !== undefined;
  if (!isSqlite && !isUnavailable(error) && storageFailure(error) === undefined) return error;
  return problem("databaseFailed", folder, error.message);
}

interface Run {
  id: string;
  begunAt: number;
  /** The folder for unfinished work. */
  folder: string;
  signal: AbortSignal;
}

async function writeBackup(
  { db, fileStore, dataFolder, databaseUrl, secret, clock }: BackupDependencies,
  place: Place,
  { passphrase, onDatabase = () => {}, onFiles = () => {} }: BackupOptions,
  { id, begunAt, folder, signal }: Run,
): Promise<BackupReport> {
  const source = { db, databaseUrl, dataFolder, folder, place: place.name };
  const snapshot = await takeSnapshot({ ...source, onProgress: onDatabase, signal });
  const database = { name: `${id}.${snapshot.ending}`, ...(await measure(snapshot.path)) };
  const databaseKey = `databases/${database.name}`;
  const manifestKey = `backups/${id}.json`;
  await place.putFile(databaseKey, snapshot.path);
  try {
    let done = 0;
    const copied = await copyFiles(fileStore, place, snapshot.files, () => {
      signal.throwIfAborted();
      onFiles((done += 1), snapshot.files.length);
    });
    const missing = new Set(copied.missing);
    const files = snapshot.files.filter(({ sha256 }) => !missing.has(sha256));
    const manifest: Manifest = {
      format: FORMAT,
      id,
      createdAt: begunAt,
      engine: db.engine,
      version: productVersion,
      migrations: snapshot.migrations,
      tables: snapshot.tables,
      database,
      files,
      missing: [...missing],
      secret: passphrase === undefined ? null : await sealSecret(secret, passphrase),
    };
    await checkStored(place, manifest);
    signal.throwIfAborted();
    await place.put(manifestKey, Buffer.from(writeManifest(manifest)));
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
      .remove(manifestKey)
      .then(() => place.remove(databaseKey))
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
