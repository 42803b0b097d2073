import { type FileStore, sha256Of } from "../../files/index.ts";
import { problem } from "./backup-problem.ts";
import { checkFiles, each } from "./copy-files.ts";
import type { FileEntry } from "./tables.repo.ts";
import type { VerifyRepo } from "./verify.repo.ts";

/** A file of the archive that readers can't get. */
export interface BadFile extends FileEntry {
  fault: "missing" | "damaged";
  /** The titles of the items that show it, of at most ten. Covers and profile photos have none. */
  titles: string[];
}

export interface ArchiveReport {
  files: number;
  bad: BadFile[];
  /** What the database says about damage of its own. */
  database: string[];
}

/**
 * Reads every file of a live archive and compares it with its SHA-256, and lets the database check itself.
 * @param onFile called with the number of checked files and of all files
 * @throws BackupProblem filesFailed
 */
export async function verifyArchive(
  { verifyRepo, fileStore }: { verifyRepo: VerifyRepo; fileStore: FileStore },
  onFile: (done: number, total: number) => void = () => {},
): Promise<ArchiveReport> {
  await checkFiles(fileStore);
  const files = await verifyRepo.files();
  const found: (FileEntry & Pick<BadFile, "fault">)[] = [];
  let done = 0;
  await each(files, async (file) => {
    const bytes = await fileStore.get(file.sha256).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw problem("filesFailed", error.code ?? error.message);
    });
    if (!bytes) found.push({ ...file, fault: "missing" });
    else if (sha256Of(bytes) !== file.sha256) found.push({ ...file, fault: "damaged" });
    onFile((done += 1), files.length);
  });
  // A file that was removed since the list was read is not missing.
  const still = new Set(await verifyRepo.stillNeeded(found.map(({ sha256 }) => sha256)));
  const bad: BadFile[] = [];
  for (const file of found)
    if (still.has(file.sha256)) bad.push({ ...file, titles: await verifyRepo.titlesOf(file.sha256) });
  return { files: files.length, bad, database: await verifyRepo.checkDatabase() };
}
