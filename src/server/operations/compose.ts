import { hostname } from "node:os";
import type { MetricSnapshot } from "../../shared/operations/metric-snapshot.ts";
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
  /** The place of the daily backup, as the operator named it. Without it, the server makes no daily backup. */
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
