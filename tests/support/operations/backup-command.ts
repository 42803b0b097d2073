import { type Outcome, runCommand } from "../process/command.ts";
import { type BackupWorld, PASSPHRASE } from "./backup-world.ts";

export type BackupCommand = "backup" | "restore" | "verify";

/**
 * Runs a command with the settings of a world's archive.
 * @param env replaces some of the settings
 * @param by a wrapper that runs the command in its arguments
 */
export const runBackupCommand = (
  { archive, folder }: BackupWorld,
  name: BackupCommand,
  args: string[],
  env: Record<string, string>,
  by: string[] = [],
): Promise<Outcome> =>
  runCommand(name, args, {
    env: { ...archive.env, PROSHNO_BACKUP_PASSPHRASE: PASSPHRASE, ...env },
    cwd: folder,
    by,
  });

/** Returns the environment of an empty archive, to restore into. */
export async function emptyArchiveEnv(world: BackupWorld) {
  const { dataFolder, databaseUrl = "" } = await world.target();
  return { PROSHNO_DATA: dataFolder, DATABASE_URL: databaseUrl, PROSHNO_SECRET: "" };
}
