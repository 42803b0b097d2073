import { join } from "node:path";
import { type Env, EnvError } from "../config/env.ts";
import { migrate, openDatabase } from "../server/platform/index.ts";
import {
  createFolderStore,
  createPageImageCache,
  createPapers,
  createS3Store,
} from "../server/files/index.ts";
import { isRestoring } from "../server/operations/index.ts";
import { createServices } from "../server/services.ts";
import { enBackup } from "../shared/messages/en-backup.ts";

/**
 * Opens and migrates the archive of this configuration and creates its services. The server and every command
 * call this function first.
 * @param onError gets the error of a lost idle database connection
 * @param onLeftOver see ServicesOptions
 * @throws EnvError after an interrupted restore; the errors of the database
 */
export async function openArchive(
  env: Env,
  onError: (error: Error) => void = () => {},
  onLeftOver: (error: unknown) => void = () => {},
) {
  const { databaseUrl, dataFolder } = env;
  if (await isRestoring(dataFolder)) throw new EnvError(enBackup.problems.interrupted(dataFolder));
  const db = openDatabase({ databaseUrl, dataFolder, onError, connections: connectionsOf(env) });
  try {
    await migrate(db);
  } catch (error) {
    await db.close();
    throw error;
  }
  const fileStore = env.s3 ? createS3Store(env.s3) : createFolderStore(join(env.dataFolder, "files"));
  const pageImageCache = createPageImageCache(join(env.dataFolder, "pages"));
  const papers = createPapers();
  const { origin, secret, smtpUrl, oidc, adminsNeedSecondFactor } = env;
  // Without a mail server, nobody could open the link that verifies an email.
  const verifiesEmail = smtpUrl !== undefined;
  const services = createServices({
    db,
    fileStore,
    papers,
    pageImageCache,
    uploadQuota: env.uploadQuota,
    processes: env.workers,
    ocrPagesPerDay: env.ocrPagesPerDay,
    origin,
    secret,
    oidc,
    contactDefaults: env.contact,
    verifiesEmail,
    adminsNeedSecondFactor,
    dataFolder,
    databaseUrl,
    backupPlace: env.backup.place,
    onLeftOver,
  });
  const close = async () => {
    await papers.close();
    await db.close();
  };
  return { db, fileStore, services, close };
}

/**
 * PostgreSQL accepts 100 connections by default. All processes of a machine together use at most half of
 * them.
 */
function connectionsOf({ workers }: Env): number {
  return Math.max(2, Math.min(10, Math.floor(40 / workers)));
}
