import { loadEnv } from "../config/env.ts";
import { openPlace, verifyPlace } from "../server/operations/index.ts";
import type { Services } from "../server/services.ts";
import { enBackup as words } from "../shared/messages/en-backup.ts";
import { onArchive, runBareCommand, UsageError } from "./cli.ts";
import { countThings } from "./progress.ts";

const usage = `npm run verify             checks the database and all files of the archive, while the server runs
npm run verify -- PLACE    checks every byte of the backups in PLACE, a folder or s3://bucket/prefix;
                           with PROSHNO_BACKUP_PASSPHRASE also whether someone edited a manifest`;

async function verifyArchive({ backups }: Services): Promise<number> {
  const count = countThings("files");
  const { files, bad, database } = await backups.verify(count.on).finally(count.stop);
  for (const { sha256, fault, titles } of bad)
    console.log(
      `${words.found[fault](sha256)} (${titles.length > 0 ? words.usedBy(titles) : words.ownImage})`,
    );
  for (const problem of database) console.log(words.found.damaged(`${words.databaseName}: ${problem}`));
  return conclude(bad.length + database.length, words.allGood(files));
}

async function verifyBackups(name: string): Promise<number> {
  const { dataFolder, s3, backup } = loadEnv(() => "");
  const place = openPlace(name, { dataFolder, bucket: backup.bucket, archiveBucket: s3?.endpoint });
  const count = countThings("files");
  const { passphrase } = backup;
  const report = await verifyPlace(place, { passphrase, onFile: count.on }).finally(count.stop);
  const { backups, files, faults, unprotected } = report;
  for (const { fault, key } of faults) console.log(words.found[fault](key));
  if (unprotected > 0) console.error(words.unprotected(unprotected));
  if (passphrase === undefined && unprotected < backups) console.error(words.unchecked);
  return conclude(faults.length, words.placeGood(backups, files));
}

function conclude(problems: number, good: string): number {
  console.log(problems === 0 ? good : words.bad(problems));
  return problems === 0 ? 0 : 1;
}

await runBareCommand({ usage, options: {} }, async ({ positionals: [place, ...others] }) => {
  if (others.length > 0) throw new UsageError("Name one place, or none to check the archive.");
  return place === undefined ? onArchive(verifyArchive, { changesNothing: true }) : verifyBackups(place);
});
