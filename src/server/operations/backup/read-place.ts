import { createHash } from "node:crypto";
import { type BackupProblem, problem } from "./backup-problem.ts";
import { manifestKey } from "./keys.ts";
import { type Manifest, newBackupId, readManifest } from "./manifest.ts";
import type { Place } from "./place.ts";
import type { FileEntry } from "./tables.repo.ts";

const DAY = 86_400_000;
const UNREADABLE: ReadonlySet<string> = new Set(["newer", "damagedManifest"]);

/** The ids of all backups of a place, oldest first. */
export async function listBackups(place: Place): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key } of place.list("backups/")) ids.push(key.slice("backups/".length, -".json".length));
  return ids.sort();
}

/**
 * The id of the newest backup; undefined if there is none. A backup with a date in the future, which a wrong clock
 * made, counts only if there is no other.
 * @param now epoch milliseconds
 */
export async function newestBackup(place: Place, now: number): Promise<string | undefined> {
  const ids = await listBackups(place);
  const tomorrow = newBackupId(now + DAY);
  return ids.findLast((id) => id < tomorrow) ?? ids.at(-1);
}

/**
 * Reads and checks the manifest of a backup.
 * @throws BackupProblem noSuchBackup, newer, damagedManifest; the place's problems
 */
export async function openManifest(place: Place, id: string): Promise<Manifest> {
  const chunks = await place.read(manifestKey(id));
  if (!chunks) throw problem("noSuchBackup", place.name, id);
  return readManifest(Buffer.concat(await Array.fromAsync(chunks)).toString("utf8"), id);
}

/** A backup of a place, with its manifest, or with the reason that the manifest can't be read. */
export type FoundBackup = { id: string } & (
  | { manifest: Manifest; problem?: never }
  | { manifest?: never; problem: BackupProblem }
);

/**
 * The backups of a place, oldest first. Manifests are read one at a time, because each may name 100,000 files.
 * A backup that is removed meanwhile is left out.
 * @throws BackupProblem of the place
 */
export async function* readBackups(place: Place): AsyncIterable<FoundBackup> {
  for (const id of await listBackups(place)) {
    const found = await openManifest(place, id).catch((error: BackupProblem) => error);
    if (!(found instanceof Error)) yield { id, manifest: found };
    else if (UNREADABLE.has(found.code)) yield { id, problem: found };
    else if (found.code !== "noSuchBackup") throw found;
  }
}

/** Passes on chunks, and calls back with their size and SHA-256 at the end. */
export async function* measured(
  chunks: AsyncIterable<Uint8Array>,
  onEnd: (facts: FileEntry) => void,
): AsyncIterable<Uint8Array> {
  const sum = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunks) {
    sum.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  onEnd({ bytes, sha256: sum.digest("hex") });
}

/** The size and SHA-256 of all chunks together. */
export async function measure(chunks: AsyncIterable<Uint8Array>): Promise<FileEntry> {
  let facts = { bytes: 0, sha256: "" };
  for await (const _chunk of measured(chunks, (found) => (facts = found))) continue;
  return facts;
}

/** The size and SHA-256 of an object; undefined if it doesn't exist. */
export async function measureObject(place: Place, key: string): Promise<FileEntry | undefined> {
  const chunks = await place.read(key);
  return chunks && measure(chunks);
}
