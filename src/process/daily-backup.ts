import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Services } from "../server/services.ts";

const MINUTE = 60_000;
/** How often the server looks whether a backup is due, and whether admins need a mail, in ms. */
const LOOK = 10 * MINUTE;
const COMMAND = fileURLToPath(new URL("../cli/backup.ts", import.meta.url));
/** How much of the command's output the log gets, in characters. */
const KEPT = 2_000;

export interface DailyBackupOptions {
  services: Pick<Services, "backups">;
  /** Whether the archive pauses writes; no backup is made then. */
  isPaused: () => boolean;
  /** Whether admins get a mail if there is no backup. */
  reminds: boolean;
  log: {
    done: (said: string) => void;
    failed: (reason: string) => void;
    error: (error: unknown) => void;
  };
}

/**
 * Makes the daily backup when it is due. It runs `npm run backup -- --prune` as a process of its own, so that
 * requests don't wait for its work and its memory is returned.
 */
export function startDailyBackup({ services, isPaused, reminds, log }: DailyBackupOptions) {
  const { backups } = services;
  let child: ChildProcess | undefined;
  let running = Promise.resolve();

  async function look(): Promise<void> {
    if (isPaused()) return;
    try {
      if (await backups.isDue()) await run();
      if (reminds) await backups.remind();
    } catch (error) {
      log.error(error);
    }
  }

  async function run(): Promise<void> {
    child = spawn(process.execPath, [COMMAND, "--prune"], { stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-KEPT)));
    const [code] = (await once(child, "close")) as [number | null];
    child = undefined;
    if (code === 0) log.done(said.trim());
    else log.failed(said.trim());
  }

  const next = () => {
    running = running.then(look);
  };
  next();
  const timer = setInterval(next, LOOK).unref();
  return {
    /** Ends a running backup. It is not complete, and the next start makes another one. */
    async stop(): Promise<void> {
      clearInterval(timer);
      child?.kill();
      await running;
    },
  };
}
