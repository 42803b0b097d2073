import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type FileStore, syncFolder, writeDurably } from "../../files/index.ts";
import { openDatabase } from "../../platform/index.ts";
import { problem } from "./backup-problem.ts";
import { entriesOf, ignoreMissing } from "./folders.ts";
import { isEmptyDatabase } from "./tables.repo.ts";

/**
 * The folder for an unfinished restore. While it exists, the other entries of the data folder are not
 * complete, and the server doesn't start (`isRestoring`).
 */
export const WORK = "restoring";
/** The entries that a restore makes beside its folder, and that the next one removes after an interruption. */
export const MADE = /^(?:files|proshno\.sqlite.*)$/;
/**
 * Entries of a data folder without an archive: the system makes `lost+found` at the top of a disk, the folder may
 * be the home of the server's user, and every command makes a secret.
 */
const UNUSED = /^(?:\..*|lost\+found|compiled|secret|secret\.replaced)$/;

/** How many entries of a used folder an error names. */
const SHOWN = 3;
const SQLITE_BUSY = 5;

export interface RestoreTarget {
  dataFolder: string;
  /** The address of an empty PostgreSQL database; undefined for SQLite. */
  databaseUrl: string | undefined;
  /** The S3 store for the files of the archive; undefined for the data folder. */
  bucket: FileStore | undefined;
  /** PROSHNO_SECRET, if it is set. */
  secret: string | undefined;
}

/** Whether a restore into this data folder is not complete. */
export async function isRestoring(dataFolder: string): Promise<boolean> {
  for await (const { name } of entriesOf(dataFolder)) if (name === WORK) return true;
  return false;
}

/**
 * @returns whether an earlier restore was interrupted
 * @throws BackupProblem folderUsed, databaseUsed, bucketUsed, targetBucket
 */
export async function checkEmpty({ dataFolder, databaseUrl, bucket }: RestoreTarget): Promise<boolean> {
  const entries = (await Array.fromAsync(entriesOf(dataFolder))).filter(({ name }) => !UNUSED.test(name));
  const work = entries.find(({ name }) => name === WORK);
  const resumes = work !== undefined;
  const others = entries.filter(({ name }) => name !== WORK).map(({ name }) => name);
  // A link named `restoring` would lead the restore out of the data folder.
  if (work && !work.isDirectory()) throw problem("folderUsed", dataFolder, WORK);
  if (resumes ? !others.every((entry) => MADE.test(entry)) : others.length > 0)
    throw problem("folderUsed", dataFolder, others.slice(0, SHOWN).join(", "));
  await bucket?.check().catch((error: Error) => {
    throw problem("targetBucket", error.message);
  });
  // After an interruption, the database and the bucket may have what the earlier restore wrote.
  if (resumes) return true;
  if (databaseUrl !== undefined && !(await isEmpty(databaseUrl))) throw problem("databaseUsed");
  if (bucket) for await (const _file of bucket.list()) throw problem("bucketUsed");
  return false;
}

/**
 * Runs work while no other restore uses the data folder, and then removes the folder for unfinished work. The
 * system ends the lock of a killed process.
 * @throws BackupProblem restoreRunning
 */
export async function inWorkFolder<T>(
  dataFolder: string,
  exists: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const folder = join(dataFolder, WORK);
  if (!exists) {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "EEXIST" ? problem("restoreRunning") : error;
    });
  }
  const lock = new DatabaseSync(join(folder, "lock"));
  try {
    try {
      lock.exec("pragma busy_timeout = 0; begin exclusive");
    } catch (error) {
      throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? problem("restoreRunning") : error;
    }
    const result = await work();
    // Without fsync, a power cut could bring back the old names after the folder is gone.
    await syncFolder(dataFolder);
    await rm(folder, { recursive: true, force: true });
    return result;
  } finally {
    lock.close();
  }
}

export async function isEmpty(databaseUrl: string): Promise<boolean> {
  const db = openDatabase({ databaseUrl, dataFolder: "" });
  return isEmptyDatabase(db.read).finally(() => db.close());
}

/** Writes the archive's secret, and keeps another secret that a command made earlier under a new name. */
export async function keepSecret(dataFolder: string, secret: string): Promise<void> {
  const path = join(dataFolder, "secret");
  const earlier = await readFile(path, "utf8").catch(ignoreMissing);
  if (earlier?.trim() === secret) return;
  if (earlier !== undefined) await rename(path, `${path}.replaced`);
  await writeDurably(path, secret, 0o600);
}
