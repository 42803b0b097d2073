import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. One such tick, in µs. */
const TICK = 10_000;

export interface ProcessFigures {
  /** Processor time used since the start, in µs. */
  cpu: number;
  /** Resident memory, in bytes. */
  memory: number;
}

/** The current use of a process and all its descendants. Linux only. */
export function figuresOf(pid: number): ProcessFigures {
  const family = withChildren(pid);
  const figures = family.map(ownFigures);
  return {
    cpu: figures.reduce((sum, { cpu }) => sum + cpu, 0),
    memory: figures.reduce((sum, { memory }) => sum + memory, 0),
  };
}

/** The id of a process and those of all its descendants. Linux only. */
export function withChildren(pid: number): number[] {
  const parents = new Map(readdirSync("/proc").flatMap((name) => parentOf(Number(name))));
  const family = new Set([pid]);
  // Parents are older than their children, but ids wrap around, so the search repeats until it finds no new
  // process.
  for (let size = 0; size < family.size;) {
    size = family.size;
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child);
  }
  return [...family];
}

function parentOf(pid: number): [number, number][] {
  const fields = statOf(pid);
  return fields ? [[pid, Number(fields[1])]] : [];
}

function ownFigures(pid: number): ProcessFigures {
  const fields = statOf(pid);
  if (!fields) return { cpu: 0, memory: 0 };
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return { cpu: (user + system) * TICK, memory: residentMemory(pid) };
}

/** The memory of one process without its children, in bytes; 0 if the process has ended. Linux only. */
export function residentMemory(pid: number): number {
  const resident = /VmRSS:\s+(\d+) kB/.exec(readSafely(`/proc/${pid}/status`))?.[1] ?? "0";
  // The kernel writes kB but means 1,024 bytes.
  return Number(resident) * 1_024;
}

/**
 * The fields of proc_pid_stat(5) after the name, which can contain spaces; undefined if there is no such
 * process.
 */
function statOf(pid: number): string[] | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  const text = readSafely(`/proc/${pid}/stat`);
  return text ? text.slice(text.lastIndexOf(")") + 2).split(" ") : undefined;
}

/** @returns an empty text if there is no such file */
export function readSafely(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
