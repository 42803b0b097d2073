import { authorize } from "../../../shared/people/authorize.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { type AccountsRepo, adminAddresses } from "../../people/index.ts";
import type { MailService } from "../../platform/index.ts";
import type { BackupWatch, FailedBackup, LastBackup } from "./backups.repo.ts";
import {
  type BackupDependencies,
  type BackupOptions,
  type BackupReport,
  createBackup,
  whileHeld,
} from "./create-backup.ts";
import { placeName } from "./open-place.ts";
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
/** A stored time that is later than now by more than this (ms) was written while the clock was wrong. */
const TOLERANCE = HOUR;

export interface BackupsDependencies extends BackupDependencies {
  verifyRepo: VerifyRepo;
  accountsRepo: Pick<AccountsRepo, "listAdmins">;
  mail: Pick<MailService, "send">;
  /** The place of the daily backup, as the operator named it; undefined if there is none. */
  backupPlace: string | undefined;
  timeZone: string;
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

export interface MadeBackup extends BackupReport {
  /** What the removal of old backups did; undefined without a removal, or if it failed. */
  pruned: PruneReport | undefined;
  /** Why the removal of old backups failed. The backup itself is complete. */
  notPruned: string | undefined;
}

/** Backups of the live archive, and what people see of them. */
export function createBackupsService(dependencies: BackupsDependencies) {
  const { backupsRepo, verifyRepo, accountsRepo, fileStore, mail, backupPlace } = dependencies;
  const { clock, timeZone } = dependencies;
  const daily = backupPlace === undefined ? undefined : placeName(backupPlace);

  /** A stored time, or 0 if it was written while the clock was wrong. */
  const credible = (time: number): number => (time > clock() + TOLERANCE ? 0 : time);

  /** When the last complete backup ended; 0 if there was none, or if the clock was wrong then. */
  const endOf = (last: LastBackup | undefined): number => credible(last?.endedAt ?? 0);

  const isLate = (last: LastBackup | undefined, since: number): boolean =>
    clock() - Math.max(endOf(last), since) > TOO_LONG;

  function decide({ since, mailedAt }: BackupWatch, last: LastBackup | undefined) {
    const now = clock();
    const begin = credible(since) || now;
    const isDue = isLate(last, begin) && now - credible(mailedAt) > TOO_LONG;
    return { state: { since: begin, mailedAt: isDue ? now : mailedAt }, isDue };
  }

  async function prune(place: Place, made: string, signal: AbortSignal) {
    const series = await backupsRepo.series();
    return pruneBackups(place, { series, made, now: clock(), signal })
      .then((pruned) => ({ pruned, notPruned: undefined }))
      .catch((error: Error) => ({ pruned: undefined, notPruned: error.message }));
  }

  return {
    /**
     * Makes a backup, one at a time.
     * @param isPruned whether the place then keeps only 7 daily, 4 weekly and 6 monthly backups
     * @throws BackupProblem; the earlier backups stay as they are
     */
    async make(place: Place, options: BackupOptions, isPruned: boolean): Promise<MadeBackup> {
      return whileHeld(dependencies, async (held) => {
        const report = await createBackup(dependencies, place, options, held).catch(async (error: Error) => {
          const failed = { place: place.name, at: clock(), problem: error.message };
          await backupsRepo.fail(failed).catch(() => {});
          throw error;
        });
        if (!isPruned) return { ...report, pruned: undefined, notPruned: undefined };
        return { ...report, ...(await prune(place, report.id, held.signal)) };
      });
    },

    /** Whether the daily backup must run now. A backup in another place doesn't count. */
    async isDue(): Promise<boolean> {
      if (daily === undefined) return false;
      const [last, failed] = await Promise.all([
        backupsRepo.read("lastBackup"),
        backupsRepo.read("failedBackup"),
      ]);
      const now = clock();
      if (await backupsRepo.isRunning(now)) return false;
      if (failed?.place === daily && now - credible(failed.at) < AGAIN) return false;
      return last?.place !== daily || now - credible(last.begunAt) >= DUE;
    },

    /** When the last complete backup ended, in epoch milliseconds; 0 if there was none. */
    lastEnd: async (): Promise<number> => endOf(await backupsRepo.read("lastBackup")),

    /** Sends admins a mail if there was no complete backup for two days, once in two days. */
    async remind(): Promise<void> {
      const now = clock();
      const to = await adminAddresses(accountsRepo);
      const failed = await backupsRepo.read("failedBackup");
      await backupsRepo.watch(now, decide, async (trx, last) => {
        const params = { last: last?.endedAt ?? null, problem: failed?.problem ?? null, timeZone };
        const mails = to.map((address) => ({ to: address, template: "noBackup" as const, params }));
        await mail.send(mails, trx);
      });
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
      const since = credible(watch?.since ?? 0) || clock();
      return { isDaily: daily !== undefined, isRunning, last, failed, isLate: isLate(last, since) };
    },

    /** Finds missing and damaged files of the live archive, see `verifyArchive`. */
    verify: (onFile?: (done: number, total: number) => void): Promise<ArchiveReport> =>
      verifyArchive({ verifyRepo, fileStore }, onFile),
  };
}
