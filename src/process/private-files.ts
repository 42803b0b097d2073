import { chmodSync, type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { join, parse, resolve } from "node:path";

/** The permission bits of all users except the file's owner. */
const OTHERS = 0o077;
const STICKY = 0o1000;
/** The entries that Proshno creates in its data folder. All other entries belong to the operator. */
const OURS =
  /^(?:proshno\.sqlite.*|secret(?:\.replaced)?|server\.json|files|pages|uploads|spool|outbox|languages|backup|restoring)$/;

/** Makes new files of this process and its child processes accessible to the current user only. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

interface Count {
  /** How many files and folders this start made private. */
  closed: number;
  /**
   * How many files and folders other users can still read, because another user owns them or the system
   * refuses the change.
   */
  left: number;
}

/**
 * Makes the data folder private, including files that an older version left readable for other users. It
 * skips folders that are already private, so that a start with many files is quick. It changes a folder after
 * its content, so that the next start can continue if this one is killed.
 * @returns a line for the operator if a file or folder was not private
 */
export function closeDataFolder(folder: string): string[] {
  // Windows has no such permissions.
  if (process.platform === "win32") return [];
  const count: Count = { closed: 0, left: 0 };
  const top = modeOf(folder, statSync);
  // The folder may not exist yet if the database is elsewhere and the secret is configured.
  if (top === undefined) return [];
  if (mayClose(folder, top)) close(folder, top, count);
  for (const entry of entriesOf(folder, count)) if (OURS.test(entry.name)) closeEntry(folder, entry, count);
  return lineOf(folder, count);
}

/** The root and shared folders such as `/tmp` stay readable, because other users need these folders. */
const mayClose = (folder: string, mode: number): boolean =>
  (mode & OTHERS) !== 0 && (mode & STICKY) === 0 && resolve(folder) !== parse(resolve(folder)).root;

/** @returns the permission bits; undefined for a missing file */
function modeOf(path: string, look: typeof lstatSync): number | undefined {
  return look(path, { throwIfNoEntry: false })?.mode;
}

function closeEntry(folder: string, entry: Dirent, count: Count): void {
  const path = join(folder, entry.name);
  // A symbolic link has the permissions of its target.
  if (!entry.isFile() && !entry.isDirectory()) return;
  const mode = modeOf(path, lstatSync);
  if (mode === undefined || (mode & OTHERS) === 0) return;
  if (entry.isDirectory()) for (const inner of entriesOf(path, count)) closeEntry(path, inner, count);
  close(path, mode, count);
}

function close(path: string, mode: number, count: Count): void {
  try {
    chmodSync(path, mode & 0o777 & ~OTHERS);
    count.closed += 1;
  } catch {
    count.left += 1;
  }
}

function entriesOf(folder: string, count: Count): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    count.left += 1;
    return [];
  }
}

function lineOf(folder: string, { closed, left }: Count): string[] {
  const number = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "entry" : "entries"}`;
  const closedNote = closed > 0 ? `closed ${number(closed)} to other users of this machine` : "";
  const failed = left > 0 ? `could not close ${number(left)}: make the server's user their owner` : "";
  const summary = [closedNote, failed].filter(Boolean).join("; ");
  return summary ? [`${folder}: ${summary}`] : [];
}
