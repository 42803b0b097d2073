import { BackupProblem, problem } from "./backup-problem.ts";
import { BOUNDS } from "./bounds.ts";
import { each, filesOf } from "./copy-files.ts";
import { databaseKey, fileKey, manifestKey } from "./keys.ts";
import type { Place } from "./place.ts";
import type { Manifest } from "./manifest.ts";
import type { ReadManifest } from "./read-manifest.ts";
import { checkMac, measureObject, readBackups } from "./read-place.ts";
import type { FileEntry } from "./tables.repo.ts";

/** What is wrong with an object. */
export interface Fault {
  fault: "missing" | "damaged" | "newer" | "edited" | "unprotected";
  /** The key of the object. */
  key: string;
}

export interface PlaceReport {
  backups: number;
  files: number;
  faults: Fault[];
  /** How many manifests have no MAC, so that nobody can tell whether they were edited. */
  unprotected: number;
}

export interface VerifyPlaceOptions {
  /** The passphrase of the backups; without it, no MAC can be compared. */
  passphrase?: string | undefined;
  /** Called with the number of checked objects, and of all objects. */
  onFile?: (done: number, total: number) => void;
}

/**
 * Reads every byte of a place and compares it with the manifests. It also reads files that no manifest names,
 * because the next backup may use them. It reads no object further than its named size.
 * @throws BackupProblem noBackup if the place has no backup; placeTooLarge; the place's problems
 */
export async function verifyPlace(
  place: Place,
  { passphrase, onFile = () => {} }: VerifyPlaceOptions = {},
): Promise<PlaceReport> {
  const faults: Fault[] = [];
  const sizes = await filesOf(place);
  const files = sizes.size;
  for (const [sha256, bytes] of sizes) if (bytes > BOUNDS.fileBytes) sizes.set(sha256, BOUNDS.fileBytes);
  const databases: Manifest["database"][] = [];
  let [backups, unprotected, isProtected] = [0, 0, false];
  for await (const { id, read, problem: unreadable } of readBackups(place)) {
    const key = manifestKey(id);
    backups += 1;
    if (unreadable) faults.push({ fault: unreadable.code === "newer" ? "newer" : "damaged", key });
    if (!read) continue;
    if (read.mac === undefined) {
      unprotected += 1;
      // A person who edits a manifest can leave out its MAC. Older backups never had one.
      if (isProtected) faults.push({ fault: "unprotected", key });
    } else if (passphrase !== undefined) {
      const isOurs = await isWrittenWith(read, passphrase);
      if (!isOurs) faults.push({ fault: "edited", key });
      isProtected ||= isOurs;
    }
    databases.push(read.manifest.database);
    for (const { sha256, bytes } of read.manifest.files) sizes.set(sha256, bytes);
  }
  if (backups === 0) throw problem("noBackup", place.name);
  const total = sizes.size + databases.length;
  let done = 0;
  const check = async (key: string, { bytes, sha256 }: FileEntry) => {
    const found = await measureObject(place, key, bytes);
    if (!found) faults.push({ fault: "missing", key });
    else if (found.sha256 !== sha256 || found.bytes !== bytes) faults.push({ fault: "damaged", key });
    onFile((done += 1), total);
  };
  await each(sizes, ([sha256, bytes]) => check(fileKey(sha256), { sha256, bytes }));
  await each(databases, (database) => check(databaseKey(database.name), database));
  return { backups, files, faults, unprotected };
}

async function isWrittenWith(read: ReadManifest, passphrase: string): Promise<boolean> {
  return checkMac(read, passphrase).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BackupProblem) return false;
      throw error;
    },
  );
}
