import { loadEnv } from "../config/env.ts";
import { createS3Store } from "../server/files/index.ts";
import {
  listBackups,
  openManifest,
  openPlace,
  type Place,
  restoreBackup,
  type Unproven,
} from "../server/operations/index.ts";
import { enBackup as words } from "../shared/messages/en-backup.ts";
import { runBareCommand, UsageError } from "./cli.ts";
import { countThings } from "./progress.ts";

const usage = `npm run restore -- PLACE [--id ID] [--list] [--skip-damaged] [--unprotected]

Restores a backup into the empty folder of PROSHNO_DATA and, for an archive on PostgreSQL, into the empty
database of DATABASE_URL. PLACE is a folder or s3://bucket/prefix.
  --id ID         restores this backup; the default is the newest one
  --list          only shows the backups of PLACE
  --skip-damaged  leaves out files that are missing or damaged in the backup
  --unprotected   accepts a backup that no passphrase protects; use it only if you trust PLACE

PROSHNO_BACKUP_PASSPHRASE must be the passphrase of the backup. Without it, the secret is not restored.`;

interface Call {
  id: string | undefined;
  list: boolean;
  skipDamaged: boolean;
  acceptUnprotected: boolean;
}

async function restore(name: string, { id, list, ...accepted }: Call): Promise<number> {
  // The secret of the restored archive is not created here: it comes from the backup or the environment.
  const { dataFolder, databaseUrl, s3, secret, backup } = loadEnv(() => "");
  const { passphrase, bucket } = backup;
  const place = openPlace(name, { dataFolder, bucket, archiveBucket: s3?.endpoint });
  if (list) return listAll(place);
  const target = { dataFolder, databaseUrl, bucket: s3 && createS3Store(s3), secret: secret || undefined };
  const count = countThings("files");
  const onUnproven = (why: Unproven) => console.error(words.unproven[why]);
  const options = { id, passphrase, ...accepted, onUnproven, onFiles: count.on };
  const report = await restoreBackup(place, target, options).finally(count.stop);
  console.log(words.restored(report.id, report));
  if (!report.hasSecret) console.log(words.withoutSecret);
  if (report.missing > 0) console.log(words.wereMissing(report.missing));
  if (report.skipped > 0) console.log(words.skipped(report.skipped));
  return report.skipped > 0 ? 1 : 0;
}

/** Shows the backups of a place, newest first. @returns 1 if a manifest can't be read */
async function listAll(place: Place): Promise<number> {
  const ids = await listBackups(place);
  if (ids.length === 0) console.log(words.problems.noBackup(place.name));
  let bad = 0;
  for (const id of ids.toReversed()) {
    try {
      const { tables, files, database } = await openManifest(place, id);
      const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
      const bytes = files.reduce((sum, file) => sum + file.bytes, database.bytes);
      console.log(words.listed(id, { rows, files: files.length, bytes }));
    } catch (error) {
      bad = 1;
      console.error((error as Error).message);
    }
  }
  return bad;
}

const flag = { type: "boolean" } as const;

await runBareCommand(
  { usage, options: { id: { type: "string" }, list: flag, "skip-damaged": flag, unprotected: flag } },
  async ({ values, positionals: [place, ...others] }) => {
    if (!place || others.length > 0) throw new UsageError("Name one place with backups.");
    const { id, list = false } = values;
    const [skipDamaged, acceptUnprotected] = [values["skip-damaged"] ?? false, values.unprotected ?? false];
    return restore(place, { id, list, skipDamaged, acceptUnprotected });
  },
);
