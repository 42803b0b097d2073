import type { Env } from "../config/env.ts";
import { type MadeBackup, openPlace, type Place, problem } from "../server/operations/index.ts";
import type { Services } from "../server/services.ts";
import { enBackup as words } from "../shared/messages/en-backup.ts";
import { FILES_MISSING, runCommand, UsageError } from "./cli.ts";
import { countThings } from "./progress.ts";

const usage = `npm run backup -- PLACE [--prune]

Saves the database, the uploaded files and the archive's secret, while the server runs. PLACE is a folder or
s3://bucket/prefix; the default is PROSHNO_BACKUP. Only new files are copied.
  --prune  then keeps 7 daily, 4 weekly and 6 monthly backups in PLACE, and removes the others

With PROSHNO_BACKUP_PASSPHRASE the secret is encrypted. Without it, the backup doesn't contain the secret.
The command ends with 3 if the backup is complete, but files of the archive are missing or damaged.`;

async function backUp(
  { backups }: Services,
  { dataFolder, secret, s3, backup }: Env,
  given: string | undefined,
  isPruned: boolean,
): Promise<number> {
  const { passphrase, bucket } = backup;
  const name = given ?? backup.place;
  if (name === undefined) throw new UsageError("Name the place of the backup, or set PROSHNO_BACKUP.");
  const place = openPlace(name, { dataFolder, bucket, archiveBucket: s3?.endpoint });
  // The first start of a server makes the secret, so the server of this database has another data folder.
  if (secret === "") throw problem("noArchive", dataFolder);
  if (passphrase === undefined) console.error(words.withoutPassphrase);
  console.error(words.database);
  const [pages, files] = [countThings("pages"), countThings("files")];
  const onFiles = (done: number, total: number) => {
    pages.stop();
    files.on(done, total);
  };
  const options = { passphrase, onDatabase: pages.on, onFiles };
  const report = await backups.make(place, options, isPruned).finally(() => {
    pages.stop();
    files.stop();
  });
  console.log(words.made(report.id, { total: report.files, added: report.added, bytes: report.written }));
  return conclude(report, place);
}

/** Says what the operator must know besides. @returns the exit code */
function conclude({ pruned, notPruned, missing }: MadeBackup, place: Place): number {
  const { removed = 0, bad = 0 } = pruned ?? {};
  if (removed > 0) console.log(words.pruned(removed));
  if (bad > 0) console.error(words.kept(place.name, bad));
  if (notPruned !== undefined) console.error(words.notPruned(notPruned));
  if (missing > 0) console.error(words.missing(missing));
  if (bad > 0 || notPruned !== undefined) return 1;
  return missing > 0 ? FILES_MISSING : 0;
}

await runCommand(
  { usage, options: { prune: { type: "boolean" } }, changesNothing: true },
  ({ values, positionals: [place, ...others] }) => {
    if (others.length > 0) throw new UsageError("Name one place.");
    return (services, env) => backUp(services, env, place, values.prune ?? false);
  },
);
