import type { FilesModule } from "../files/index.ts";
import type { PeopleModule } from "../people/index.ts";
import type { Core } from "../platform/index.ts";
import { createBackupsRepo } from "./backup/backups.repo.ts";
import { createBackupsService } from "./backup/backups.service.ts";
import { createVerifyRepo } from "./backup/verify.repo.ts";

export interface OperationsOptions {
  /** The data folder, which has the database if `databaseUrl` is not set. By default, no backup can be made. */
  dataFolder?: string;
  /** The address of the PostgreSQL database; undefined for SQLite. */
  databaseUrl?: string | undefined;
  /** The place of the daily backup, as the operator named it. By default, there is none. */
  backupPlace?: string | undefined;
}

/** The work of an operator on a whole archive: backups. */
export function createOperations(
  core: Core,
  { fileStore }: FilesModule,
  { accountsRepo }: PeopleModule,
  { dataFolder = "", databaseUrl, backupPlace }: OperationsOptions,
) {
  const { db } = core;
  return {
    services: {
      backups: createBackupsService({
        ...core,
        fileStore,
        accountsRepo,
        backupsRepo: createBackupsRepo(db),
        verifyRepo: createVerifyRepo(db),
        dataFolder,
        databaseUrl,
        backupPlace,
      }),
    },
  };
}

export { BackupProblem } from "./backup/backup-problem.ts";
export { openPlace, type Place, type PlaceBucket } from "./backup/place.ts";
export { listBackups, openManifest, openManifests } from "./backup/read-place.ts";
export { isRestoring, restoreBackup, type RestoreTarget } from "./backup/restore.ts";
export { digestTable, listTables, type TableDigest } from "./backup/tables.repo.ts";
export { type Fault, verifyPlace } from "./backup/verify-place.ts";
