import { problem } from "./backup-problem.ts";
import { databaseKey, fileKey, manifestKey } from "./keys.ts";
import type { Manifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { readBackups } from "./read-place.ts";

const DAY = 86_400_000;
/** The 1st of January 1970 was a Thursday, and weeks begin on Monday. */
const FIRST_MONDAY = 4;
/** How many days, weeks and months keep their newest backup. */
export const KEPT = { daily: 7, weekly: 4, monthly: 6 };
/** Objects without a manifest are kept for this time (ms): their backup may still be running. */
const UNFINISHED = DAY;

type Dated = Pick<Manifest, "id" | "createdAt">;

/**
 * The backups to keep: the newest of each of the last seven days, four weeks and six months (UTC) that have
 * one. Backups with a date in the future, which a wrong clock made, are kept too, and they don't count.
 * @param now epoch milliseconds
 */
export function keptBackups(backups: readonly Dated[], now: number): Set<string> {
  const isFuture = ({ createdAt }: Dated) => createdAt > now + DAY;
  const newestFirst = backups
    .filter((backup) => !isFuture(backup))
    .toSorted((a, b) => b.createdAt - a.createdAt);
  const newestOf = (count: number, period: (time: number) => number) => {
    const byPeriod = new Map<number, string>();
    for (const { id, createdAt } of newestFirst)
      if (!byPeriod.has(period(createdAt))) byPeriod.set(period(createdAt), id);
    return [...byPeriod.values()].slice(0, count);
  };
  const day = (time: number) => Math.floor(time / DAY);
  return new Set([
    ...backups.filter(isFuture).map(({ id }) => id),
    ...newestOf(KEPT.daily, day),
    ...newestOf(KEPT.weekly, (time) => Math.floor((day(time) - FIRST_MONDAY) / 7)),
    ...newestOf(KEPT.monthly, monthOf),
  ]);
}

function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export interface PruneReport {
  /** How many backups were removed. */
  removed: number;
  /** How many manifests can't be read. While there is one, nothing is removed. */
  bad: number;
}

export interface PruneOptions {
  /** The series whose backups are removed. A restored copy of the archive may use the same place. */
  series: string;
  /** The id of a backup that is kept in any case. */
  made: string;
  /** Epoch milliseconds. */
  now: number;
  /** Stops the removal. */
  signal: AbortSignal;
}

/**
 * Removes old backups, and then the databases and files that no manifest names.
 * @throws BackupProblem of the place; the reason of the signal
 */
export async function pruneBackups(
  place: Place,
  { series, made, now, signal }: PruneOptions,
): Promise<PruneReport> {
  const own: (Dated & { database: string })[] = [];
  let bad = 0;
  for await (const { id, read } of readBackups(place)) {
    if (!read) bad += 1;
    else if (read.manifest.series === series) {
      const { createdAt, database } = read.manifest;
      own.push({ id, createdAt, database: databaseKey(database.name) });
    }
  }
  if (bad > 0) return { removed: 0, bad };
  const kept = keptBackups(own, now);
  const old = own.filter(({ id }) => id !== made && !kept.has(id));
  for (const { id } of old) {
    signal.throwIfAborted();
    await place.remove(manifestKey(id));
  }
  const removed = old.length;
  const needed = await neededKeys(place);
  // A damaged manifest may name any object.
  if (needed === undefined) return { removed, bad: 1 };
  // If the backup that was just made is not among them, the listing is wrong.
  if (!needed.has(manifestKey(made))) throw problem("noBackup", place.name);
  const gone = new Set(old.map(({ database }) => database));
  for (const prefix of ["databases/", "files/"])
    for await (const { key, writtenAt } of place.list(prefix)) {
      signal.throwIfAborted();
      if (!needed.has(key) && (gone.has(key) || writtenAt < now - UNFINISHED)) await place.remove(key);
    }
  await place.removeParts(now - UNFINISHED);
  return { removed, bad: 0 };
}

/** The keys of all manifests and of all objects that they name; undefined if a manifest can't be read. */
async function neededKeys(place: Place): Promise<Set<string> | undefined> {
  const needed = new Set<string>();
  for await (const { id, read } of readBackups(place)) {
    if (!read) return undefined;
    needed.add(manifestKey(id)).add(databaseKey(read.manifest.database.name));
    for (const { sha256 } of read.manifest.files) needed.add(fileKey(sha256));
  }
  return needed;
}
