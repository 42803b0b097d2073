import {
  addSetting,
  type Database,
  deleteSettings,
  isBackupRunning,
  lockSetting,
  type Query,
  randomKey,
  readSetting,
  releaseLease,
  renewLease,
  takeLease,
  writeSetting,
} from "../../platform/index.ts";

/** The last complete backup of the archive. */
export interface LastBackup {
  id: string;
  place: string;
  /** When it began and ended, in epoch milliseconds. */
  begunAt: number;
  endedAt: number;
  files: number;
  /** The size of the database's snapshot and of all files, in bytes. */
  bytes: number;
  /** How many files of the archive were missing or damaged. */
  missing: number;
}

/** The last attempt, if it failed after the last complete backup. */
export interface FailedBackup {
  place: string;
  /** Epoch milliseconds. */
  at: number;
  /** The sentence about the problem. */
  problem: string;
}

/** The values of the settings, as JSON. */
interface Settings {
  lastBackup: LastBackup;
  failedBackup: FailedBackup;
  /** Since when an archive without a backup runs, and when admins last got a mail about it. */
  backupWatch: BackupWatch;
  /** The random name of this installation. A copy that was restored from a backup gets another one. */
  backupSeries: string;
}

export interface BackupWatch {
  /** Epoch milliseconds. */
  since: number;
  mailedAt: number;
}

/** All SQL for the state of backups in the live archive. Times are epoch milliseconds. */
export function createBackupsRepo(db: Database) {
  async function read<Name extends keyof Settings>(
    name: Name,
    from: Query = db.read,
  ): Promise<Settings[Name] | undefined> {
    const value = await readSetting(from, name);
    return value === undefined ? undefined : (JSON.parse(value) as Settings[Name]);
  }

  async function save<Name extends keyof Settings>(
    name: Name,
    value: Settings[Name],
    within: Query = db.write,
  ): Promise<void> {
    await writeSetting(within, name, JSON.stringify(value));
  }

  return {
    read,

    isRunning: (now: number): Promise<boolean> => isBackupRunning(db.read, now),

    /** @returns whether the holder now has the lease: it was free, or had expired */
    take: (holder: string, now: number, until: number): Promise<boolean> =>
      takeLease(db.write, holder, now, until),

    /** @returns whether the holder still had the lease */
    renew: (holder: string, until: number): Promise<boolean> => renewLease(db.write, holder, until),

    release: (holder: string): Promise<void> => releaseLease(db.write, holder),

    /** The series of this installation's backups. */
    async series(): Promise<string> {
      await addSetting(db.write, "backupSeries", JSON.stringify(randomKey()));
      return (await read("backupSeries", db.write)) as string;
    },

    /** Stores the last complete backup, and forgets an earlier failure. */
    async succeed(last: LastBackup): Promise<void> {
      await db.transaction(async (trx) => {
        await save("lastBackup", last, trx);
        await deleteSettings(trx, "failedBackup");
      });
    },

    fail: (failed: FailedBackup): Promise<void> => save("failedBackup", failed),

    /**
     * Sends admins a mail if one is due, and notes it.
     * @param now epoch milliseconds
     * @param decide says whether a mail is due, and gives the state to store
     * @param send enqueues the mail in the same transaction
     */
    async watch(
      now: number,
      decide: (state: BackupWatch, last: LastBackup | undefined) => { state: BackupWatch; isDue: boolean },
      send: (trx: Query, last: LastBackup | undefined) => Promise<void>,
    ): Promise<void> {
      await db.transaction(async (trx) => {
        // Several servers may look at once. The row is locked, so that only one of them sends the mail.
        const none = JSON.stringify({ since: now, mailedAt: 0 });
        const stored = await lockSetting(trx, "backupWatch", none);
        const last = await read("lastBackup", trx);
        const { state, isDue } = decide(JSON.parse(stored) as BackupWatch, last);
        if (JSON.stringify(state) !== stored) await save("backupWatch", state, trx);
        if (isDue) await send(trx, last);
      });
    },
  };
}

export type BackupsRepo = ReturnType<typeof createBackupsRepo>;
