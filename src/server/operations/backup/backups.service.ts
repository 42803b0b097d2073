import { authorize } from "../../../shared/authorize.ts";
import type { Actor } from "../../../shared/policy.ts";
import { type AccountsRepo, adminAddresses } from "../../people/index.ts";
import type { MailService } from "../../platform/index.ts";
import type { FailedBackup, LastBackup } from "./backups.repo.ts";
import {
  type BackupDependencies,
  type BackupOptions,
  type BackupReport,
  createBackup,
  whileHeld,
} from "./create-backup.ts";
import type { Place } from "./place.ts";
import { pruneBackups, type PruneReport } from "./retention.ts";
import { type ArchiveReport, verifyArchive } from "./verify-archive.ts";
import type { VerifyRepo } from "./verify.repo.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A daily backup is due a little early, so that its time doesn't move through the day. */
const DUE = DAY - HOUR / 2;
/** How long a failed daily backup waits, in ms. */
const AGAIN = HOUR;
/** After this time (ms) without a complete backup, admins get a mail, and then once in the same time. */
const TOO_LONG = 2 * DAY;

export interface BackupsDependencies extends BackupDependencies {
  verifyRepo: VerifyRepo;
  accountsRepo: Pick<AccountsRepo, "listAdmins">;
  mail: Pick<MailService, "send">;
  /** The place of the daily backup, as the operator named it; undefined if there is none. */
  backupPlace: string | undefined;
}

export interface BackupStatus {
  /** Whether a daily backup is set up. */
  isDaily: boolean;
  isRunning: boolean;
  last: LastBackup | undefined;
  failed: FailedBackup | undefined;
  /** Whether there was no complete backup for two days. */
  isLate: boolean;
}

/** Backups of the live archive, and what people see of them. */
export function createBackupsService(dependencies: BackupsDependencies) {
  const { backupsRepo, verifyRepo, accountsRepo, fileStore, mail, backupPlace, clock } = dependencies;

  const isLate = (last: LastBackup | undefined, since: number): boolean =>
    clock() - Math.max(last?.endedAt ?? 0, since) > TOO_LONG;

  return {
    /**
     * Makes a backup, one at a time.
     * @param isPruned whether the place then keeps only 7 daily, 4 weekly and 6 monthly backups
     * @throws BackupProblem; the earlier backups stay as they are
     */
    async make(
      place: Place,
      options: BackupOptions,
      isPruned: boolean,
    ): Promise<BackupReport & { pruned: PruneReport | undefined }> {
      return whileHeld(dependencies, async (held) => {
        try {
          const report = await createBackup(dependencies, place, options, held);
          return { ...report, pruned: isPruned ? await pruneBackups(place, clock()) : undefined };
        } catch (error) {
          const failed = { place: place.name, at: clock(), problem: (error as Error).message };
          await backupsRepo.fail(failed).catch(() => {});
          throw error;
        }
      });
    },

    /** Whether the daily backup must run now. */
    async isDue(): Promise<boolean> {
      if (backupPlace === undefined) return false;
      const [last, failed] = await Promise.all([
        backupsRepo.read("lastBackup"),
        backupsRepo.read("failedBackup"),
      ]);
      const now = clock();
      if (await backupsRepo.isRunning(now)) return false;
      if (failed && now - failed.at < AGAIN) return false;
      return !last || now - last.begunAt >= DUE;
    },

    /** Sends admins a mail if there was no complete backup for two days, once in two days. */
    async remind(): Promise<void> {
      const now = clock();
      const to = await adminAddresses(accountsRepo);
      const failed = await backupsRepo.read("failedBackup");
      await backupsRepo.watch(
        now,
        ({ since, mailedAt }, last) => isLate(last, since) && now - mailedAt > TOO_LONG,
        async (trx, last) => {
          const params = { last: last?.endedAt ?? null, problem: failed?.problem ?? null };
          const mails = to.map((address) => ({ to: address, template: "noBackup" as const, params }));
          await mail.send(mails, trx);
        },
      );
    },

    /**
     * The state of the backups, for admins.
     * @throws DomainError sign_in_required, forbidden
     */
    async status(actor: Actor): Promise<BackupStatus> {
      authorize(actor, "readBackups");
      const [last, failed, watch, isRunning] = await Promise.all([
        backupsRepo.read("lastBackup"),
        backupsRepo.read("failedBackup"),
        backupsRepo.read("backupWatch"),
        backupsRepo.isRunning(clock()),
      ]);
      const since = watch?.since ?? clock();
      return { isDaily: backupPlace !== undefined, isRunning, last, failed, isLate: isLate(last, since) };
    },

    /** Finds missing and damaged files of the live archive, see `verifyArchive`. */
    verify: (onFile?: (done: number, total: number) => void): Promise<ArchiveReport> =>
      verifyArchive({ verifyRepo, fileStore }, onFile),
  };
}
