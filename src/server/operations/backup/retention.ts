import { problem } from "./backup-problem.ts";
import { fileKey } from "./copy-files.ts";
import type { Manifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import { openManifests } from "./read-place.ts";

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
 * one. So the newest backup is always kept.
 */
export function keptBackups(backups: readonly Dated[]): Set<string> {
  const newestFirst = backups.toSorted((a, b) => b.createdAt - a.createdAt);
  const newestOf = (count: number, period: (time: number) => number) => {
    const byPeriod = new Map<number, string>();
    for (const { id, createdAt } of newestFirst)
      if (!byPeriod.has(period(createdAt))) byPeriod.set(period(createdAt), id);
    return [...byPeriod.values()].slice(0, count);
  };
  const day = (time: number) => Math.floor(time / DAY);
  return new Set([
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
  /** How many manifests are damaged. While there is one, all files and databases are kept. */
  bad: number;
}

/**
 * Removes old backups, and then the databases and files that no manifest names. Only one process at a time
 * may use the place.
 * @param now epoch milliseconds
 * @throws BackupProblem of the place
 */
export async function pruneBackups(place: Place, now: number): Promise<PruneReport> {
  const { manifests, bad } = await openManifests(place);
  const kept = keptBackups(manifests);
  const old = manifests.filter(({ id }) => !kept.has(id));
  for (const { id } of old) await place.remove(`backups/${id}.json`);
  const report = { removed: old.length, bad: bad.length };
  // A damaged manifest may name any file.
  if (bad.length > 0) return report;
  const needed = new Set<string>();
  for (const { id, database, files } of manifests) {
    if (!kept.has(id)) continue;
    needed.add(`databases/${database.name}`);
    for (const { sha256 } of files) needed.add(fileKey(sha256));
  }
  // Without a kept backup, the listing of the manifests must have failed.
  if (needed.size === 0) throw problem("noBackup", place.name);
  const gone = new Set(old.map(({ database }) => `databases/${database.name}`));
  for (const prefix of ["databases/", "files/"])
    for await (const { key, writtenAt } of place.list(prefix))
      if (!needed.has(key) && (gone.has(key) || writtenAt < now - UNFINISHED)) await place.remove(key);
  await place.removeParts(now - UNFINISHED);
  return report;
}
