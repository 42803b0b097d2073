import { problem } from "./backup-problem.ts";
import { each } from "./copy-files.ts";
import { databaseKey, fileKey, manifestKey } from "./keys.ts";
import type { Place } from "./place.ts";
import { measureObject, readBackups } from "./read-place.ts";

/** What is wrong with an object. */
export interface Fault {
  fault: "missing" | "damaged" | "newer";
  /** The key of the object. */
  key: string;
}

export interface PlaceReport {
  backups: number;
  files: number;
  faults: Fault[];
}

/**
 * Reads every byte of a place and compares it with the manifests. It also reads files that no manifest names,
 * because the next backup may use them.
 * @param onFile called with the number of checked objects, and of all objects
 * @throws BackupProblem noBackup if the place has no backup; the place's problems
 */
export async function verifyPlace(
  place: Place,
  onFile: (done: number, total: number) => void = () => {},
): Promise<PlaceReport> {
  const faults: Fault[] = [];
  const expected = new Map<string, { bytes?: number; sha256: string }>();
  for await (const { key } of place.list("files/")) expected.set(key, { sha256: key.slice(-64) });
  const files = expected.size;
  let backups = 0;
  for await (const { id, manifest, problem: unreadable } of readBackups(place)) {
    backups += 1;
    if (unreadable)
      faults.push({ fault: unreadable.code === "newer" ? "newer" : "damaged", key: manifestKey(id) });
    if (!manifest) continue;
    expected.set(databaseKey(manifest.database.name), manifest.database);
    for (const { sha256, bytes } of manifest.files) expected.set(fileKey(sha256), { bytes, sha256 });
  }
  if (backups === 0) throw problem("noBackup", place.name);
  let done = 0;
  await each(expected, async ([key, { bytes, sha256 }]) => {
    const found = await measureObject(place, key);
    if (!found) faults.push({ fault: "missing", key });
    else if (found.sha256 !== sha256 || (bytes !== undefined && found.bytes !== bytes))
      faults.push({ fault: "damaged", key });
    onFile((done += 1), expected.size);
  });
  return { backups, files, faults };
}
