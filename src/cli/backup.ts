import type { Env } from "../config/env.ts";
import { openPlace } from "../server/operations/index.ts";
import type { Services } from "../server/services.ts";
import { enBackup as words } from "../shared/messages/en-backup.ts";
import { runCommand, UsageError } from "./cli.ts";
import { type Progress, showProgress } from "./progress.ts";

const usage = `npm run backup -- PLACE [--prune]

Saves the database, the uploaded files and the archive's secret, while the server runs. PLACE is a folder or
s3://bucket/prefix; the default is PROSHNO_BACKUP. Only new files are copied.
  --prune  then keeps 7 daily, 4 weekly and 6 monthly backups in PLACE, and removes the others

With PROSHNO_BACKUP_PASSPHRASE the secret is encrypted. Without it, the backup doesn't contain the secret.`;

async function backUp(
  { backups }: Services,
  { dataFolder, backup }: Env,
  given: string | undefined,
  isPruned: boolean,
): Promise<number> {
  const { passphrase, bucket } = backup;
  const name = given ?? backup.place;
  if (name === undefined) throw new UsageError("Name the place of the backup, or set PROSHNO_BACKUP.");
  const place = openPlace(name, { dataFolder, bucket });
  if (passphrase === undefined) console.error(words.withoutPassphrase);
  console.error(words.database);
  let progress: Progress | undefined;
  const onFiles = (done: number, total: number) => {
    progress ??= showProgress(total, process.stderr, "files");
    progress.update(done, done);
  };
  const report = await backups.make(place, { passphrase, onFiles }, isPruned).finally(() => progress?.stop());
  console.log(words.made(report.id, { total: report.files, added: report.added, bytes: report.written }));
  const { pruned, missing } = report;
  if (pruned && pruned.removed > 0) console.log(words.pruned(pruned.removed));
  if (pruned && pruned.bad > 0) console.error(words.kept(pruned.bad));
  if (missing > 0) console.error(words.missing(missing));
  return missing > 0 || (pruned?.bad ?? 0) > 0 ? 1 : 0;
}

await runCommand(
  { usage, options: { prune: { type: "boolean" } } },
  ({ values, positionals: [place, ...others] }) => {
    if (others.length > 0) throw new UsageError("Name one place.");
    return (services, env) => backUp(services, env, place, values.prune ?? false);
  },
);
