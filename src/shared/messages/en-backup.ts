import { fileSize } from "./en-files.ts";

const number = (count: number) => count.toLocaleString("en");
const files = (count: number) => (count === 1 ? "1 file" : `${number(count)} files`);

/** Texts about backups on the command line. Pages don't show them, so no browser loads them. */
export const enBackup = {
  problems: {
    placeName: "Name a folder, or a bucket such as s3://bucket/proshno.",
    bucketSettings:
      "A place in a bucket needs PROSHNO_BACKUP_S3_ENDPOINT, PROSHNO_BACKUP_S3_KEY_ID and PROSHNO_BACKUP_S3_SECRET. Set all of them, or set none and use the PROSHNO_S3_ variables.",
    insideData: (place: string) =>
      `${place} is in the data folder or the bucket of the archive. Choose a place that survives their loss.`,
    noArchive: (where: string) =>
      `There is no archive in ${where}. Check PROSHNO_DATA and DATABASE_URL: the command needs the settings of the server.`,
    noParent: (folder: string) =>
      `There is no folder ${folder}. Create it, or mount the disk that it belongs to, and run the command again.`,
    notFolder: (place: string) => `${place} is not a folder. Choose a folder.`,
    placeUsed: (place: string) =>
      `${place} is used for something else: it has a folder databases, files or work, but no folder backups. Choose an empty folder.`,
    placeEmpty: (place: string) =>
      `${place} has no backup, but the last backup of this archive was made there. Mount the disk, or correct the name. To begin with an empty place, choose another name for it.`,
    placeDenied: (place: string) =>
      `You don't have permission to write to ${place}. Run the command as another user, or change the folder's owner.`,
    placeFull: (place: string) =>
      `The disk is full: ${place}. Free some space and run the command again. The archive and the earlier backups are unchanged.`,
    placeFailed: (place: string, reason: string) =>
      `${place} can't be read or written (${reason}). Check the disk or the service, and run the command again. The archive and the earlier backups are unchanged.`,
    filesFailed: (reason: string) =>
      `The files of the archive can't be read (${reason}). Check their disk or bucket, and run the command again.`,
    databaseFailed: (place: string, reason: string) =>
      `The database can't be copied (${reason}). Check the disks of the archive and of ${place}, and run the command again. The archive and the earlier backups are unchanged.`,
    noBucket: (place: string) =>
      `There is no bucket for ${place}. Check the name of the bucket and the endpoint.`,
    bucketDenied: (place: string) =>
      `The S3 service refused access to ${place}. Check the key, the secret and the permissions of the bucket.`,
    wrongClock: (place: string) =>
      `The S3 service of ${place} refused a request, because the clock of this computer is wrong. Correct the clock, and run the command again.`,
    running:
      "Another backup of this archive is running. Wait until it has finished, and run the command again. If it was interrupted, wait two minutes.",
    leaseLost:
      "The backup lost its lease, because the database didn't respond for two minutes or the computer was asleep. The backup is not complete. Run the command again.",
    noProgram: (program: string) =>
      `The program ${program} is missing. Install the client programs of PostgreSQL (on Debian: apt install postgresql-client).`,
    programVersion: (program: string) =>
      `The installed ${program} has another version than the PostgreSQL server. Install the client programs of the server's version (on Debian, for PostgreSQL 17: apt install postgresql-client-17).`,
    programFailed: (program: string, reason: string) =>
      `${program} failed: ${reason}. The archive and the earlier backups are unchanged.`,
    noBackup: (place: string) => `There is no backup in ${place}. Check the name of the place.`,
    noSuchBackup: (place: string, id: string) =>
      `There is no backup ${id} in ${place}. Run npm run restore -- ${place} --list to see the backups.`,
    newer: (id: string, version: string) =>
      `A newer version of Proshno (${version}) made the backup ${id}. Install this version or a newer one, and run the command again.`,
    damagedManifest: (id: string, part: string) =>
      `The manifest of the backup ${id} was edited or is damaged (${part}). Choose another backup with --id.`,
    wrongMac: (id: string) =>
      `Someone without your passphrase edited the manifest of the backup ${id}. Don't use this backup. Choose another one with --id.`,
    unprotected: (id: string) =>
      `The passphrase doesn't protect the backup ${id}, so anyone who can write to the place may have made or edited it. Proshno 0.2.0 made such backups, and every version does without PROSHNO_BACKUP_PASSPHRASE. If you trust the place, add --unprotected. Otherwise choose another backup with --id.`,
    placeLink: (path: string) =>
      `${path} is a link, and a backup never follows a link in its place. Replace it with a folder.`,
    placeTooLarge: (place: string) =>
      `${place} lists too many files for a place of backups. Check the folder or the S3 service. Nothing was changed.`,
    noSpace: (folder: string, needed: number, free: number) =>
      `The restore needs ${fileSize(needed)} on the disk of ${folder}, which has ${fileSize(free)} free. Free some space, or set PROSHNO_DATA to a folder on another disk.`,
    missingDatabase: (id: string) =>
      `The database of the backup ${id} is missing. Choose another backup with --id.`,
    damagedDatabase: (id: string) =>
      `The database of the backup ${id} is damaged. Choose another backup with --id.`,
    damagedFiles: (count: number, first: string) =>
      `${files(count)} of the backup ${count === 1 ? "is" : "are"} missing or damaged, the first is ${first}. Restore another backup with --id, or restore this one without the damaged files with --skip-damaged.`,
    differentTable: (table: string) =>
      `The table ${table} differs from the manifest after the restore, so the restored data can't be used. Choose another backup with --id; on PostgreSQL, create an empty database first.`,
    folderUsed: (folder: string, entries: string) =>
      `The data folder ${folder} is not empty: it has ${entries}. Set PROSHNO_DATA to an empty folder, so that no archive is overwritten.`,
    databaseUsed:
      "The database in DATABASE_URL is not empty. Create an empty database for the restored archive, so that no archive is overwritten.",
    bucketUsed:
      "The bucket in PROSHNO_S3_ENDPOINT is not empty. Set it to an empty bucket, so that no archive is changed.",
    targetBucket: (reason: string) =>
      `The bucket in PROSHNO_S3_ENDPOINT can't be used (${reason}). Check its name, the endpoint and the key, and run the command again.`,
    restoreRunning:
      "Another restore into this data folder is running. Wait until it has finished, or choose another folder with PROSHNO_DATA.",
    wrongPassphrase: (id: string) =>
      `PROSHNO_BACKUP_PASSPHRASE is not the passphrase of the backup ${id}, or someone edited its secret. Correct the passphrase, or unset it to restore without the archive's secret.`,
    otherSecret:
      "PROSHNO_SECRET differs from the secret in the backup, so authenticator apps would not work. Unset PROSHNO_SECRET, or set it to the earlier value.",
    needsPostgres:
      "This is a backup of an archive on PostgreSQL. Set DATABASE_URL to an empty PostgreSQL database.",
    needsSqlite:
      "This is a backup of an archive on SQLite. Unset DATABASE_URL to restore it. Then you can move it to PostgreSQL.",
    interrupted: (folder: string) =>
      `A restore into ${folder} was interrupted, so the archive is not complete. Run npm run restore again.`,
  },
  database: "Saving the database …",
  allMissing: "all of them are missing",
  made: (id: string, { total, added, bytes }: { total: number; added: number; bytes: number }) =>
    `Backup ${id}: the database and ${files(total)}, of which ${number(added)} ${added === 1 ? "is" : "are"} new (${fileSize(bytes)} written).`,
  missing: (count: number) =>
    `${files(count)} of the archive ${count === 1 ? "is" : "are"} missing or damaged, so the backup can't contain ${count === 1 ? "it" : "them"}. Run npm run verify to see the items.`,
  withoutPassphrase:
    "PROSHNO_BACKUP_PASSPHRASE is not set, so the backup doesn't contain the archive's secret. After a restore, people must set up their authenticator apps again.",
  pruned: (count: number) => `Removed ${count === 1 ? "1 old backup" : `${number(count)} old backups`}.`,
  kept: (place: string, count: number) =>
    `Removed no old backups, because ${count === 1 ? "one manifest" : `${number(count)} manifests`} can't be read. Run npm run verify -- ${place}`,
  notPruned: (reason: string) => `The backup is complete, but the old backups were not removed. ${reason}`,
  restored: (id: string, { items, people, files: count }: { items: number; people: number; files: number }) =>
    `Restored the backup ${id}: ${number(items)} items, ${number(people)} people, ${files(count)}. Start the server with npm start.`,
  withoutSecret:
    "The archive's secret was not restored, so people with an authenticator app must set it up again. Until then they log in with a recovery code. For people without a code, run npm run admin -- reset-second-factor EMAIL.",
  unproven: {
    unprotected:
      "Warning: no passphrase protects this backup, so nobody can tell whether it was edited. Check the accounts of admins after the restore.",
    unchecked:
      "Warning: PROSHNO_BACKUP_PASSPHRASE is not set, so we can't tell whether this backup was edited. Check the accounts of admins after the restore.",
  },
  unprotected: (count: number) =>
    `No passphrase protects ${count === 1 ? "1 manifest" : `${number(count)} manifests`}, so nobody can tell whether ${count === 1 ? "it was" : "they were"} edited.`,
  unchecked:
    "PROSHNO_BACKUP_PASSPHRASE is not set, so we couldn't tell whether someone edited the manifests.",
  wereMissing: (count: number) =>
    `${files(count)} ${count === 1 ? "was" : "were"} already missing when the backup was made.`,
  skipped: (count: number) =>
    `Left out ${files(count)} that ${count === 1 ? "is" : "are"} damaged in the backup.`,
  listed: (id: string, { rows, files: count, bytes }: { rows: number; files: number; bytes: number }) =>
    `${id}  ${number(rows)} rows, ${files(count)}, ${fileSize(bytes)}`,
  found: {
    missing: (what: string) => `Missing: ${what}`,
    damaged: (what: string) => `Damaged: ${what}`,
    newer: (what: string) => `Made by a newer version of Proshno: ${what}`,
    edited: (what: string) => `Edited, or made with another passphrase: ${what}`,
    unprotected: (what: string) => `Not protected by the passphrase, although older backups are: ${what}`,
  },
  usedBy: (titles: string[]) => titles.map((title) => `“${title}”`).join(", "),
  ownImage: "a cover or a profile photo",
  databaseName: "the database",
  allGood: (count: number) => `Everything is in order: ${files(count)} and the database.`,
  placeGood: (backups: number, count: number) =>
    `Everything is in order: ${backups === 1 ? "1 backup" : `${number(backups)} backups`}, ${files(count)}.`,
  bad: (count: number) => `${count === 1 ? "1 problem" : `${number(count)} problems`} found.`,
};
