import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Database,
  migrate,
  migrations,
  newId,
  openDatabase,
  openWritePause,
  sqlitePath,
  type WritePauseLease,
} from "../../platform/index.ts";
import { copyTables, type MoveProgress } from "./copy.ts";
import { MoveError } from "./move-error.ts";
import { openSource, type Source } from "./source.repo.ts";
import { createTarget, type MoveRecord, type Target } from "./target.repo.ts";

/** How long the archive stays read-only after the command was killed, in ms. */
export const PAUSE_LENGTH = 300_000;
const RENEW = 20_000;
/** How long to wait for running jobs, in ms. A job that takes longer runs again after the move. */
const DRAIN_TIMEOUT = 45_000;
const POLL_INTERVAL = 250;
/** How long to wait for the lock of the move, in ms. PostgreSQL may notice late that an earlier command was killed. */
const LOCK_TIMEOUT = 10_000;

export interface MoveOptions {
  /** The data folder of the SQLite archive. */
  dataFolder: string;
  /** The address of an empty PostgreSQL database. */
  databaseUrl: string;
  progress: MoveProgress;
  /** How long the archive stays read-only after the command was killed, in ms. */
  pauseLength?: number;
}

export interface Moved {
  tables: number;
  rows: number;
}

/**
 * Copies an archive from SQLite to PostgreSQL. The archive is read-only from the start, and stays read-only
 * after the move, so that nobody writes to the old database. A second call after a kill continues.
 * @throws MoveError; the errors of both databases
 */
export async function moveToPostgres({ dataFolder, databaseUrl, ...options }: MoveOptions): Promise<Moved> {
  const path = sqlitePath(dataFolder);
  if (!existsSync(path)) throw new MoveError("noArchive");
  const pause = openWritePause(path, options.pauseLength ?? PAUSE_LENGTH);
  const source = openSource(path);
  const db = openDatabase({ databaseUrl, dataFolder });
  try {
    checkSchema(source);
    return await db.withoutTimeout((connections) =>
      // The lock of the move belongs to one connection.
      connections
        .connection()
        .execute((one) => run({ pause, source, db, target: createTarget(one) }, options)),
    );
  } finally {
    source.close();
    pause.close();
    await db.close();
  }
}

interface Parts {
  pause: WritePauseLease;
  source: Source;
  db: Database;
  target: Target;
}

async function run(parts: Parts, { progress }: Pick<MoveOptions, "progress">): Promise<Moved> {
  const { pause, source, target, db } = parts;
  await takeLock(target);
  const { id, phase } = await recordOf(parts);
  const tables = source.tables();
  if (phase !== "done") {
    const hold = holdPause(pause, id);
    try {
      // Writes may have happened since the earlier attempt, so its rows are of no use.
      if (phase === "copying" && hold.isNew) await target.setPhase("new");
      if (hold.isNew) await drainJobs(source);
      hold.refuseWrites();
      if (phase === "new" || hold.isNew) {
        await migrate(db);
        await target.prepare(tables);
      }
      await copyTables({ source, target, tables, progress, check: hold.check });
      if (!pause.renew(id, "moved")) throw new MoveError("lapsed");
    } catch (error) {
      if (comesAgain(error)) {
        // The archive accepts writes at once, even if the target can't note this.
        pause.end();
        await target.setPhase("new").catch(() => {});
      }
      throw error;
    } finally {
      hold.stop();
    }
    await target.setPhase("done");
  }
  return { tables: tables.length, rows: tables.reduce((sum, table) => sum + source.count(table), 0) };
}

/** PostgreSQL's classes of errors for data, constraints, and rights or names. */
const PERMANENT_ERROR = /^(?:22|23|42)/;

/** Whether a second attempt would fail in the same way. */
const comesAgain = (error: unknown): boolean =>
  error instanceof MoveError
    ? error.problem !== "lapsed"
    : PERMANENT_ERROR.test((error as { code?: string }).code ?? "");

/** @throws MoveError running */
async function takeLock(target: Target): Promise<void> {
  const end = performance.now() + LOCK_TIMEOUT;
  while (!(await target.lock())) {
    if (performance.now() > end) throw new MoveError("running");
    await sleep(POLL_INTERVAL);
  }
}

/** @throws MoveError if the archive is from a different version of Proshno */
function checkSchema(source: Source): void {
  const done = new Set(source.migrations());
  const known = Object.keys(migrations);
  if ([...done].some((name) => !known.includes(name))) throw new MoveError("newerSchema");
  if (known.some((name) => !done.has(name))) throw new MoveError("olderSchema");
}

/** The record of an earlier attempt, or of a new move. @throws MoveError if no move can begin or continue */
async function recordOf({ pause, target }: Parts): Promise<MoveRecord> {
  const current = pause.read();
  const record = await target.record();
  if (record?.phase === "cancelled") throw new MoveError("cancelled");
  if (!record && !(await target.isEmpty())) throw new MoveError("notEmpty");
  if (!(await target.isUtf8())) throw new MoveError("encoding");
  if (current && current.id !== record?.id) throw new MoveError(current.phase === "moved" ? "moved" : "busy");
  if (record) {
    // A killed command may have stopped between the last two steps.
    if (current?.phase === "moved" && record.phase === "copying") await target.setPhase("done");
    // The move was cancelled without the address of its target.
    if (!current && record.phase === "done") throw new MoveError("cancelled");
    return current?.phase === "moved" ? { ...record, phase: "done" } : record;
  }
  const id = newId(Date.now());
  await target.begin(id);
  return { id, phase: "new" };
}

/** Takes the pause, and renews it until `stop`. */
function holdPause(pause: WritePauseLease, id: string) {
  const isNew = pause.read()?.phase !== "copying";
  let phase: "draining" | "copying" = isNew ? "draining" : "copying";
  let isLost = isNew ? !pause.begin(id) : !pause.renew(id, phase);
  const renew = () => {
    isLost ||= !pause.renew(id, phase);
  };
  // A failed renewal, for example on a full disk, is tried again until the pause expires.
  const timer = setInterval(() => {
    try {
      renew();
    } catch {
      // The check before the next batch reports a pause that has expired.
    }
  }, RENEW);
  const check = () => {
    if (isLost || pause.read()?.id !== id) throw new MoveError("lapsed");
  };
  return {
    /** Whether writes were possible until now. */
    isNew,
    refuseWrites(): void {
      phase = "copying";
      renew();
      check();
    },
    /** @throws MoveError lapsed if writes may have happened */
    check,
    stop: () => clearInterval(timer),
  };
}

/** Waits for running jobs, so that no mail is sent twice. */
async function drainJobs(source: Source): Promise<void> {
  const end = performance.now() + DRAIN_TIMEOUT;
  while (source.runningJobs(Date.now()) > 0 && performance.now() < end) await sleep(POLL_INTERVAL);
}

/**
 * Ends the read-only mode of an archive.
 * @param databaseUrl the target of the move, which then accepts no server; undefined if it is not known
 * @returns whether there was a move
 * @throws MoveError noArchive; otherMove if the target belongs to another archive; inUse if a server already uses the target
 */
export async function cancelMove(dataFolder: string, databaseUrl: string | undefined): Promise<boolean> {
  const path = sqlitePath(dataFolder);
  if (!existsSync(path)) throw new MoveError("noArchive");
  const pause = openWritePause(path, PAUSE_LENGTH);
  try {
    if (databaseUrl) await cancelTarget(dataFolder, databaseUrl, pause);
    return pause.end();
  } finally {
    pause.close();
  }
}

async function cancelTarget(dataFolder: string, databaseUrl: string, pause: WritePauseLease): Promise<void> {
  const db = openDatabase({ databaseUrl, dataFolder });
  try {
    await db.withoutTimeout((connections) =>
      connections.connection().execute(async (one) => {
        const target = createTarget(one);
        await takeLock(target);
        const record = await target.record();
        const current = pause.read();
        // Without a move of this archive, the target is none of its business.
        if (!current) return;
        if (record && record.id !== current.id) throw new MoveError("otherMove");
        if (record) return target.setPhase("cancelled");
        // Without its record, a complete move has been confirmed by a server.
        if (current.phase === "moved" && !(await target.isEmpty())) throw new MoveError("inUse");
      }),
    );
  } finally {
    await db.close();
  }
}
