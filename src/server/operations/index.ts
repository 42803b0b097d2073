import { hostname } from "node:os";
import type { MetricSnapshot } from "../../shared/metric-snapshot.ts";
import { type FilesModule, reserveOf } from "../files/index.ts";
import type { PeopleModule } from "../people/index.ts";
import { type Core, schemaState } from "../platform/index.ts";
import { createBackupsRepo } from "./backup/backups.repo.ts";
import { createBackupsService } from "./backup/backups.service.ts";
import { createVerifyRepo } from "./backup/verify.repo.ts";
import { archiveMetrics } from "./metrics/archive-metrics.ts";
import { createArchiveMetricsRepo } from "./metrics/archive-metrics.repo.ts";
import { createHealth } from "./metrics/health.ts";
import { createHistoryRepo } from "./metrics/history.repo.ts";
import { createHistoryService } from "./metrics/history.service.ts";

export interface OperationsOptions {
  /** The folder with the archive's files, and with its database if `databaseUrl` is not set. */
  dataFolder: string;
  /** The address of the PostgreSQL database; undefined for SQLite. */
  databaseUrl?: string | undefined;
  /** The place of the daily backup, as the operator named it. By default, there is none. */
  backupPlace?: string | undefined;
  /** How many processes serve requests on this machine. The default is 1. */
  processes?: number;
  /** The name of this machine in the history. The default is the system's host name. */
  machine?: string;
}

/** The parts for operators: backups, health, metrics and their history. */
export function createOperations(
  core: Core,
  { fileStore, disk, freeSpace }: FilesModule,
  { accountsRepo }: PeopleModule,
  { dataFolder, databaseUrl, backupPlace, processes = 1, machine = hostname() }: OperationsOptions,
) {
  const { db, clock } = core;
  const archiveMetricsRepo = createArchiveMetricsRepo(db);
  const health = createHealth({
    schema: () => schemaState(db),
    dataFolder,
    disk,
    connections: () => db.connectionNeed(processes),
    reserve: (space) => reserveOf(space, freeSpace),
    storage: () => fileStore.check(),
  });
  const historyRepo = createHistoryRepo(db);
  const backups = createBackupsService({
    ...core,
    fileStore,
    accountsRepo,
    backupsRepo: createBackupsRepo(db),
    verifyRepo: createVerifyRepo(db),
    dataFolder,
    databaseUrl,
    backupPlace,
  });
  return {
    services: {
      backups,
      operations: {
        ...createHistoryService({ historyRepo, archiveMetricsRepo, health, disk, machine, clock }),
        health,
        /** The metrics that belong to the whole archive. */
        archiveMetrics: (): Promise<MetricSnapshot> =>
          archiveMetrics({ archiveMetricsRepo, disk, health, lastBackupEnd: backups.lastEnd, clock }),
      },
    },
  };
}

export { BackupProblem, problem } from "./backup/backup-problem.ts";
export type { MadeBackup } from "./backup/backups.service.ts";
export { openPlace } from "./backup/open-place.ts";
export type { Place, PlaceBucket } from "./backup/place.ts";
export { listBackups, openManifest } from "./backup/read-place.ts";
export { restoreBackup, type Unproven } from "./backup/restore.ts";
export { isRestoring } from "./backup/restore-target.ts";
export { verifyPlace } from "./backup/verify-place.ts";
export { exposition, EXPOSITION_TYPE } from "./metrics/exposition.ts";
export type { Operations } from "./metrics/history.service.ts";
export type { Health } from "./metrics/health.ts";
export { createRoutePatterns } from "./metrics/route-patterns.ts";
export { shareAnswer } from "./metrics/shared-answer.ts";
export { createSiteMetrics, type SiteMetrics } from "./metrics/site-metrics.ts";
export { createSlowQueryLog } from "./metrics/slow-queries.ts";
export { confirmMove } from "./move/target.repo.ts";
export { cancelMove, moveToPostgres } from "./move/move.ts";
export { MoveError, type MoveProblem } from "./move/move-error.ts";
