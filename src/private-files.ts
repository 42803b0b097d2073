import { chmodSync, type Dirent, lstatSync, readdirSync, statSync } from "node:fs";
import { join, parse, resolve } from "node:path";

/** Rights of everybody but a file's owner. */
const OTHERS = 0o077;
const STICKY = 0o1000;
/** What Proshno keeps in its data folder. Whatever else is there is the operator's. */
const OURS = /^(?:proshno\.sqlite.*|secret|files|pages|uploads|outbox|languages)$/;

/** From now on what this process and its children write is for their own user's eyes. */
export function writePrivately(): void {
  process.umask(OTHERS);
}

interface Count {
  /** Files and folders that others could open, and can't any more. */
  closed: number;
  /** Those that another user owns, or that can't be changed. */
  left: number;
}

/**
 * Closes the data folder, and what an older version left open in it, to other users of the machine. A folder whose own
 * rights are right is not looked into, so that a start with many files is quick; it is closed after its content, so that
 * a start that is killed goes on with it the next time.
 * @returns a line for the operator, where something was open
 */
export function closeDataFolder(folder: string): string[] {
  // Windows has no such rights.
  if (process.platform === "win32") return [];
  const count: Count = { closed: 0, left: 0 };
  const top = modeOf(folder, statSync);
  // A database elsewhere and a secret of the operator's: there is nothing yet.
  if (top === undefined) return [];
  if (mayClose(folder, top)) close(folder, top, count);
  for (const entry of entriesOf(folder, count)) if (OURS.test(entry.name)) closeEntry(folder, entry, count);
  return lineOf(folder, count);
}

/** Closing the root, or a folder that is shared on purpose as `/tmp` is, would lock everybody out of it. */
const mayClose = (folder: string, mode: number): boolean =>
  (mode & OTHERS) !== 0 && (mode & STICKY) === 0 && resolve(folder) !== parse(resolve(folder)).root;

/** @returns undefined for what is not there, or is gone by now */
function modeOf(path: string, look: typeof lstatSync): number | undefined {
  return look(path, { throwIfNoEntry: false })?.mode;
}

function closeEntry(folder: string, entry: Dirent, count: Count): void {
  const path = join(folder, entry.name);
  // The right to follow a link is its target's.
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
  const told = closed > 0 ? `closed ${number(closed)} to other users of this machine` : "";
  const failed = left > 0 ? `could not close ${number(left)}: make the server's user their owner` : "";
  const said = [told, failed].filter(Boolean).join("; ");
  return said ? [`${folder}: ${said}`] : [];
}
