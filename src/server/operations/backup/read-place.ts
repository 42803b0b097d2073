import { createHash } from "node:crypto";
import { type BackupProblem, problem } from "./backup-problem.ts";
import { BOUNDS, MANIFEST_BYTES } from "./bounds.ts";
import { manifestKey } from "./keys.ts";
import { type Manifest, newBackupId } from "./manifest.ts";
import type { Place } from "./place.ts";
import { readManifest, type ReadManifest } from "./read-manifest.ts";
import { isMacOf, type OpenedSecret, openSecret } from "./sealed-secret.ts";
import type { FileEntry } from "./tables.repo.ts";

const DAY = 86_400_000;
const UNREADABLE: ReadonlySet<string> = new Set(["newer", "damagedManifest"]);

/** The ids of all backups of a place, oldest first. @throws BackupProblem placeTooLarge; the place's problems */
export async function listBackups(place: Place): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key } of place.list("backups/")) {
    if (ids.length === BOUNDS.backups) throw problem("placeTooLarge", place.name);
    ids.push(key.slice("backups/".length, -".json".length));
  }
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
 * Reads and checks the manifest of a backup, but not its MAC.
 * @throws BackupProblem noSuchBackup, newer, damagedManifest; the place's problems
 */
export async function openManifest(place: Place, id: string): Promise<Manifest> {
  return (await readSigned(place, id)).manifest;
}

/** Like `openManifest`, with the MAC for `checkMac`. */
export async function readSigned(place: Place, id: string): Promise<ReadManifest> {
  const chunks = await place.read(manifestKey(id), MANIFEST_BYTES);
  if (!chunks) throw problem("noSuchBackup", place.name, id);
  return readManifest(chunks, id);
}

/**
 * Opens the secret of a backup, and compares the MAC of its manifest.
 * @returns undefined if the backup was made without a passphrase
 * @throws BackupProblem wrongPassphrase, wrongMac
 */
export async function checkMac(
  { manifest: { id, secret: sealed }, sum, mac }: ReadManifest,
  passphrase: string,
): Promise<OpenedSecret | undefined> {
  if (!sealed) return undefined;
  const opened = await openSecret(sealed, passphrase);
  if (!opened) throw problem("wrongPassphrase", id);
  if (mac !== undefined && !isMacOf(opened.macKey, sum, mac)) throw problem("wrongMac", id);
  return opened;
}

/** A backup of a place, with its manifest, or with the reason that the manifest can't be read. */
export type FoundBackup = { id: string } & (
  | { read: ReadManifest; problem?: never }
  | { read?: never; problem: BackupProblem }
);

/**
 * The backups of a place, oldest first. Manifests are read one at a time, because each may name 100,000 files.
 * A backup that is removed meanwhile is left out.
 * @throws BackupProblem of the place
 */
export async function* readBackups(place: Place): AsyncIterable<FoundBackup> {
  for (const id of await listBackups(place)) {
    const found = await readSigned(place, id).catch((error: BackupProblem) => error);
    if (!(found instanceof Error)) yield { id, read: found };
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

/**
 * The size and SHA-256 of an object; undefined if it doesn't exist.
 * @param maxBytes where the reading stops; a longer object then has another size
 */
export async function measureObject(
  place: Place,
  key: string,
  maxBytes: number,
): Promise<FileEntry | undefined> {
  const chunks = await place.read(key, maxBytes);
  return chunks && measure(chunks);
}

/** The bytes of an object; undefined if it doesn't exist, or has another size or SHA-256. */
export async function readExactly(
  place: Place,
  key: string,
  { bytes, sha256 }: FileEntry,
): Promise<Uint8Array | undefined> {
  const chunks = await place.read(key, bytes);
  if (!chunks) return undefined;
  const content = Buffer.alloc(bytes);
  let [at, facts] = [0, { bytes: 0, sha256: "" }];
  for await (const chunk of measured(chunks, (found) => (facts = found))) {
    content.set(chunk.subarray(0, bytes - at), Math.min(at, bytes));
    at = Math.min(at + chunk.length, bytes);
  }
  return facts.bytes === bytes && facts.sha256 === sha256 ? content : undefined;
}
