import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Env, EnvError } from "../config/env.ts";
import {
  type Database,
  fairConnections,
  type LimitedAction,
  limitRates,
  migrate,
  migrations,
  type OnBusy,
  type OnQuery,
  openDatabase,
  schemaState,
  sqlitePath,
  uploadRates,
} from "../server/platform/index.ts";
import {
  createFolderStore,
  createPageImageCache,
  createPapers,
  createS3Store,
} from "../server/files/index.ts";
import { confirmMove, isRestoring, problem } from "../server/operations/index.ts";
import { createServices } from "../server/services.ts";
import { enBackup } from "../shared/messages/en-backup.ts";
import { enMove } from "../shared/messages/en-move.ts";

/** Functions that hear what happens in the archive. By default, no function is called. */
export interface ArchiveObservers {
  /** Called after each database statement. */
  onQuery?: OnQuery;
  /** Called each time PostgreSQL could not serve a request soon enough. */
  onBusy?: OnBusy;
  /** Called each time a rate limit refuses an action. */
  onRefused?: (action: LimitedAction) => void;
  /** Called for each uploaded file. @param bytes its size; undefined if the file was refused */
  onUpload?: (bytes: number | undefined) => void;
  /** Called with the result of each copy of a Drive file. @param problem undefined if the file was copied */
  onDriveCopy?: (problem: string | undefined) => void;
  /** Called if a process that opens papers ends during a task. */
  onChildEnded?: (refusal: string) => void;
}

export interface OpenOptions extends ArchiveObservers {
  /** Gets the error of a lost idle database connection. */
  onError?: (error: Error) => void;
  /** See ServicesOptions. */
  onLeftOver?: (error: unknown) => void;
  /**
   * Neither creates nor migrates an archive. With wrong settings, a backup would otherwise save a new, empty
   * archive, and after an update of the code it would migrate the database of a running server.
   */
  changesNothing?: boolean;
  /** Whether the process runs one job and needs few connections. */
  isForOneJob?: boolean;
}

/**
 * Opens and migrates the archive of this configuration and creates its services. The server and every command
 * call this function first.
 * @throws EnvError after an interrupted restore or move; BackupProblem noArchive; the errors of the database
 */
export async function openArchive(env: Env, options: OpenOptions = {}) {
  const { onError = () => {}, onLeftOver, changesNothing = false, isForOneJob = false } = options;
  const { onQuery, onBusy, onRefused, onUpload, onDriveCopy, onChildEnded } = options;
  const { databaseUrl, replicaUrl, dataFolder } = env;
  if (await isRestoring(dataFolder)) throw new EnvError(enBackup.problems.interrupted(dataFolder));
  if (changesNothing && databaseUrl === undefined && !existsSync(sqlitePath(dataFolder)))
    throw problem("noArchive", dataFolder);
  const wanted = isForOneJob ? MIN : connectionsOf(env);
  const share = { wanted, min: MIN, processes: env.workers };
  const db = openDatabase({
    databaseUrl,
    replicaUrl,
    dataFolder,
    onError,
    connections: databaseUrl ? await fairConnections(databaseUrl, share) : undefined,
    wantedConnections: wanted,
    onQuery,
    onBusy,
  });
  try {
    if (!(await confirmMove(db))) throw new EnvError(enMove.unfinished);
    if (!changesNothing) await migrate(db);
    else if (await isNew(db)) throw problem("noArchive", databaseUrl ? "the database" : dataFolder);
  } catch (error) {
    await db.close();
    throw error;
  }
  const fileStore = env.s3 ? createS3Store(env.s3) : createFolderStore(join(env.dataFolder, "files"));
  const pageImageCache = createPageImageCache(join(env.dataFolder, "pages"));
  const papers = createPapers(onChildEnded && { onChildEnded });
  const { origin, secret, smtpUrl, oidc, adminsNeedSecondFactor } = env;
  // Without a mail server, nobody could open the link that verifies an email.
  const verifiesEmail = smtpUrl !== undefined;
  const services = createServices({
    db,
    fileStore,
    papers,
    pageImageCache,
    uploadQuota: env.uploadQuota,
    newcomer: env.newcomer,
    freeSpace: env.freeSpace,
    rates: { ...limitRates, uploadBytes: uploadRates(env.uploadDay) },
    processes: env.workers,
    ocrPagesPerDay: env.ocrPagesPerDay,
    driveCopyLimit: env.driveCopyLimit,
    origin,
    timeZone: env.timeZone,
    secret,
    oidc,
    contactDefaults: env.contact,
    verifiesEmail,
    adminsNeedSecondFactor,
    dataFolder,
    databaseUrl,
    backupPlace: env.backup.place,
    ...(onLeftOver && { onLeftOver }),
    ...(onRefused && { onRefused }),
    ...(onUpload && { onUpload }),
    ...(onDriveCopy && { onDriveCopy }),
  });
  const close = async () => {
    await papers.close();
    await db.close();
  };
  return { db, fileStore, services, close };
}

/** Whether no migration has run. */
async function isNew(db: Database): Promise<boolean> {
  const { missing } = await schemaState(db);
  return missing.length === Object.keys(migrations).length;
}

/** How many connections a process needs: two for writes and one for reads. */
const MIN = 3;

/**
 * PostgreSQL accepts 100 connections by default. The processes of a machine together use 40 of them, and one
 * that runs one job apart uses few.
 */
function connectionsOf({ workers }: Env): number {
  return Math.max(MIN, Math.min(10, Math.floor(40 / workers)));
}
