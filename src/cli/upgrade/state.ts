import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError } from "../cli.ts";
import type { Place } from "./place.ts";

/** The steps of an upgrade to one release, in order. Each step can run twice. */
export const steps = [
  "check",
  "backup",
  "fetch",
  "install",
  "migrate",
  "switch",
  "restart",
  "health",
] as const;
export type Step = (typeof steps)[number];

/** The facts with which an upgrade continues after it was killed. */
export interface UpgradeState {
  version: string;
  commit: string;
  /** The fetched commit of the branch, which contains that commit; absent if release 0.2.0 began the upgrade, and for a return. */
  branch?: string;
  /** The folder of the release that runs before the upgrade; absent for a new installation. */
  from?: string;
  /** Whether a server ran at the check, so that its end is a fault of the new release. */
  hasServer?: boolean;
  /** The step that runs, or `return` after a release that failed. */
  step: Step | "return";
  /** The fault of the new release, for the step `return`; absent if the operator asked for the return. */
  problem?: string;
}

const statePath = ({ releases }: Place): string => join(releases, "upgrade.json");

/** @returns undefined if no upgrade was interrupted */
export function readState(place: Place): UpgradeState | undefined {
  try {
    return JSON.parse(readFileSync(statePath(place), "utf8")) as UpgradeState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new CommandError(
      `${statePath(place)} can't be read: ${(error as Error).message}. Delete the file to start the upgrade again.`,
    );
  }
}

export function writeState(place: Place, state: UpgradeState): void {
  writeFileSync(`${statePath(place)}.part`, JSON.stringify(state));
  renameSync(`${statePath(place)}.part`, statePath(place));
}

export function removeState(place: Place): void {
  rmSync(statePath(place), { force: true });
}

/**
 * Keeps a second upgrade of this machine from starting.
 * @returns a function that ends the lock; a killed upgrade's lock ends with its process
 * @throws CommandError if another upgrade runs
 */
export function lockUpgrades({ releases }: Place): () => void {
  const path = join(releases, "upgrade.lock");
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const pid = Number(readFileSync(path, "utf8"));
    // After a restart of the machine, this process may have the number of a killed one.
    if (pid !== process.pid && isUpgrade(pid))
      throw new CommandError(`Another upgrade is running (process ${pid}). Wait for its end.`);
    writeFileSync(path, String(process.pid));
  }
  return () => rmSync(path, { force: true });
}

/** Whether the process still is an upgrade; another program may have its number now. */
function isUpgrade(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("upgrade.ts");
  } catch {
    return false;
  }
}
