import { chmodSync, type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { join, parse, resolve } from "node:path";

/** The rights of all users but a file's owner. */
const OTHERS = 0o077;
const STICKY = 0o1000;
/** The entries that Proshno creates in its data folder. All others belong to the operator. */
const OURS = /^(?:proshno\.sqlite.*|secret|files|pages|uploads|spool|outbox|languages)$/;

/** Makes this process and its children write files that only their own user can open. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

interface Count {
  /** Files and folders that this start closed. */
  closed: number;
  /** Files and folders that another user owns, or that the system refuses to change. */
  left: number;
}

/**
 * Closes the data folder, and the files that an older version left open in it, to other users of the machine. It does not
 * look into a closed folder, so that a start with many files is quick. It closes a folder after its content, so that the
 * next start continues after a killed one.
 * @returns a line for the operator, if something was open
 */
export function closeDataFolder(folder: string): string[] {
  // Windows has no such rights.
  if (process.platform === "win32") return [];
  const count: Count = { closed: 0, left: 0 };
  const top = modeOf(folder, statSync);
  // With a database elsewhere and a configured secret there may be no folder yet.
  if (top === undefined) return [];
  if (mayClose(folder, top)) close(folder, top, count);
  for (const entry of entriesOf(folder, count)) if (OURS.test(entry.name)) closeEntry(folder, entry, count);
  return lineOf(folder, count);
}

/** Closing the root, or a folder that is shared on purpose such as `/tmp`, would lock other users out of it. */
const mayClose = (folder: string, mode: number): boolean =>
  (mode & OTHERS) !== 0 && (mode & STICKY) === 0 && resolve(folder) !== parse(resolve(folder)).root;

/** @returns undefined for a missing file */
function modeOf(path: string, look: typeof lstatSync): number | undefined {
  return look(path, { throwIfNoEntry: false })?.mode;
}

function closeEntry(folder: string, entry: Dirent, count: Count): void {
  const path = join(folder, entry.name);
  // A link has the rights of its target.
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
