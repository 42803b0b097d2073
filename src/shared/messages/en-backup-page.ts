import { fileSize } from "./en-files.ts";

const number = (count: number) => count.toLocaleString("en");
const files = (count: number) => (count === 1 ? "1 file" : `${number(count)} files`);

/** Texts of the admin page about backups. */
export const enBackupPage = {
  backupPage: {
    title: "Backups",
    intro:
      "A backup has the database and the uploaded files. If PROSHNO_BACKUP_PASSPHRASE is set, it also has the secret of the archive. An operator makes and restores backups on the command line.",
    late: "There was no complete backup for two days. Ask an operator to make one.",
    daily: "Daily backup",
    on: "On",
    off: "Off",
    turnOn: "An operator can turn on the daily backup with the setting PROSHNO_BACKUP.",
    state: "State",
    running: "A backup is running",
    idle: "No backup is running",
    last: "Last complete backup",
    never: "None yet",
    content: "Content",
    size: ({ files: count, bytes }: { files: number; bytes: number }) =>
      `The database and ${files(count)}, ${fileSize(bytes)}`,
    duration: "Duration",
    seconds: (count: number) => (count === 1 ? "1 second" : `${number(count)} seconds`),
    place: "Place",
    missing: "Missing",
    missingFiles: (count: number) =>
      `${files(count)} of the archive ${count === 1 ? "is" : "are"} missing or damaged. An operator can see them with npm run verify.`,
    failed: "Last failure",
  },
};
