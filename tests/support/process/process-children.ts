import { readdirSync, readFileSync } from "node:fs";

/** The running and ended child processes of a process. Linux only. */
export function childrenOf(pid: number): number[] {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((one) => statOf(one)?.parent === pid);
}

/** Whether a process is running. A zombie process is not running. */
export function isRunning(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== "Z" && state !== "X";
}

/** Reads a process from /proc; see proc_pid_stat(5): number, name in brackets, state, parent. */
function statOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const [, state = "", parent] =
      /^\d+ \(.*\) (\w) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
