import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Services } from "../server/services.ts";

const MINUTE = 60_000;
/** How often the server looks whether a backup is due, and whether admins need a mail, in ms. */
const CHECK_INTERVAL = 10 * MINUTE;
/** A command that was killed, for example for its memory, is not started again in this time (ms). */
const AGAIN = 60 * MINUTE;
const COMMAND = fileURLToPath(new URL("../cli/backup.ts", import.meta.url));
/** How much of the command's output the log gets, in characters. */
const KEPT = 2_000;

export interface DailyBackupOptions {
  services: { backups: Pick<Services["backups"], "isDue" | "remind"> };
  /** Whether the archive pauses writes; no backup is made then. */
  isPaused: () => boolean;
  /** Whether admins get a mail if there is no backup. */
  reminds: boolean;
  log: {
    done: (said: string) => void;
    failed: (reason: string) => void;
    error: (error: unknown) => void;
  };
  /** Starts the command. The default is `npm run backup -- --prune`. */
  start?: () => ChildProcess;
}

const startBackup = () =>
  spawn(process.execPath, [COMMAND, "--prune"], { stdio: ["ignore", "pipe", "pipe"] });

/**
 * Makes the daily backup when it is due. It runs the command as a process of its own, so that requests don't
 * wait for its work and its memory is returned.
 */
export function startDailyBackup(options: DailyBackupOptions) {
  const { services, isPaused, reminds, log, start = startBackup } = options;
  const { backups } = services;
  let child: ChildProcess | undefined;
  let triedAt = -Infinity;
  let running: Promise<void> | undefined;
  let isStopping = false;

  async function look(): Promise<void> {
    try {
      if (isPaused()) return;
      if (performance.now() - triedAt >= AGAIN && (await backups.isDue())) await run();
      if (reminds && !isStopping) await backups.remind();
    } catch (error) {
      log.error(error);
    }
  }

  async function run(): Promise<void> {
    if (isStopping) return;
    triedAt = performance.now();
    child = start();
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-KEPT)));
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    child = undefined;
    if (code === 0) log.done(said.trim());
    else log.failed(said.trim() || `it ended with ${code ?? signal}`);
  }

  const next = () => {
    running ??= look().finally(() => (running = undefined));
  };
  next();
  const timer = setInterval(next, CHECK_INTERVAL).unref();
  return {
    /** Ends a running backup. It is not complete, and the next start makes another one. */
    async stop(): Promise<void> {
      isStopping = true;
      clearInterval(timer);
      child?.kill();
      await running;
    },
  };
}
