import { createHash } from "node:crypto";
import { migrations } from "../../platform/index.ts";
import { type BackupProblem, problem } from "./backup-problem.ts";
import { isBackupId, type Manifest, readManifest } from "./manifest.ts";
import type { Place } from "./place.ts";

const known: ReadonlySet<string> = new Set(Object.keys(migrations));

/** The ids of all backups of a place, oldest first. */
export async function listBackups(place: Place): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key } of place.list("backups/")) {
    const id = /^backups\/(.*)\.json$/.exec(key)?.[1] ?? "";
    if (isBackupId(id)) ids.push(id);
  }
  return ids.sort();
}

/**
 * Reads and checks the manifest of a backup.
 * @throws BackupProblem noSuchBackup, newer, damagedManifest; the place's problems
 */
export async function openManifest(place: Place, id: string): Promise<Manifest> {
  const chunks = await place.read(`backups/${id}.json`);
  if (!chunks) throw problem("noSuchBackup", place.name, id);
  return readManifest(Buffer.concat(await Array.fromAsync(chunks)).toString("utf8"), id, known);
}

/** The manifests of a place that can be read, oldest first, and the ids of the others with their problems. */
export async function openManifests(place: Place) {
  const manifests: Manifest[] = [];
  const bad: { id: string; problem: BackupProblem }[] = [];
  for (const id of await listBackups(place)) {
    try {
      manifests.push(await openManifest(place, id));
    } catch (error) {
      const { code } = error as BackupProblem;
      if (code !== "newer" && code !== "damagedManifest") throw error;
      bad.push({ id, problem: error as BackupProblem });
    }
  }
  return { manifests, bad };
}

/** Passes on chunks, and calls back with their size and SHA-256 at the end. */
export async function* measured(
  chunks: AsyncIterable<Uint8Array>,
  onEnd: (facts: { bytes: number; sha256: string }) => void,
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

/** The size and SHA-256 of an object; undefined if it doesn't exist. */
export async function measureObject(
  place: Place,
  key: string,
): Promise<{ bytes: number; sha256: string } | undefined> {
  const chunks = await place.read(key);
  if (!chunks) return undefined;
  let facts = { bytes: 0, sha256: "" };
  for await (const _chunk of measured(chunks, (found) => (facts = found))) continue;
  return facts;
}
