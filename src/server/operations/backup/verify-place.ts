import { each, fileKey } from "./copy-files.ts";
import { listBackups, measureObject, openManifests } from "./read-place.ts";
import type { Place } from "./place.ts";
import { problem } from "./backup-problem.ts";

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
  if ((await listBackups(place)).length === 0) throw problem("noBackup", place.name);
  const { manifests, bad } = await openManifests(place);
  const faults: Fault[] = bad.map(({ id, problem: { code } }) => ({
    fault: code === "newer" ? "newer" : "damaged",
    key: `backups/${id}.json`,
  }));
  const expected = new Map<string, { bytes?: number; sha256: string }>();
  for await (const { key } of place.list("files/")) expected.set(key, { sha256: key.slice(9) });
  const total = expected.size;
  for (const { files } of manifests)
    for (const { sha256, bytes } of files) expected.set(fileKey(sha256), { bytes, sha256 });
  for (const { database } of manifests) expected.set(`databases/${database.name}`, database);
  let done = 0;
  await each(expected, async ([key, { bytes, sha256 }]) => {
    const found = await measureObject(place, key);
    if (!found) faults.push({ fault: "missing", key });
    else if (found.sha256 !== sha256 || (bytes !== undefined && found.bytes !== bytes))
      faults.push({ fault: "damaged", key });
    onFile((done += 1), expected.size);
  });
  return { backups: manifests.length + bad.length, files: total, faults };
}
