import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Env } from "../config/env.ts";
import { ownRelease } from "./release-folder.ts";

/** The description of a running server in `server.json` of its data folder, for `npm run upgrade`. */
export interface ServerRecord {
  /** The process that gets signals: the primary, or the only process. */
  pid: number;
  /** The version of the Node that also runs new cluster workers, without "v". */
  node: string;
  /** Where the server listens, as seen from this machine. */
  address: string;
  /** The release folder of the process `pid`. */
  folder: string;
  /** The release folder of each cluster worker; empty for a server of one process. */
  workers: string[];
  /** How many replacements of all workers have ended. */
  replacements: number;
  /** Whether the last replacement replaced all workers. */
  isReplaced: boolean;
}

export const recordPath = (dataFolder: string): string => join(dataFolder, "server.json");

/** The record of a server that has just started. */
export function newRecord({ host, port }: Env): ServerRecord {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  const reached = everywhere[host] ?? host;
  return {
    pid: process.pid,
    node: process.versions.node,
    address: `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`,
    folder: ownRelease,
    workers: [],
    replacements: 0,
    isReplaced: true,
  };
}

/**
 * Writes the record beside its path first, so that a reader never sees half of it. A full disk must not stop the
 * server, so the log gets the error.
 */
export function writeRecord(dataFolder: string, record: ServerRecord, log: Pick<Logger, "error">): void {
  const path = recordPath(dataFolder);
  try {
    mkdirSync(dataFolder, { recursive: true });
    writeFileSync(`${path}.new`, JSON.stringify(record), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (error) {
    log.error({ err: error }, "server.json not written, so `npm run upgrade` doesn't find this server");
  }
}

/**
 * Removes this process's record when the server stops. A killed server leaves its record, so readers check the
 * process.
 */
export function removeRecord(dataFolder: string): void {
  try {
    const { pid } = JSON.parse(readFileSync(recordPath(dataFolder), "utf8")) as ServerRecord;
    // Another server of the same data folder may have written the record since.
    if (pid === process.pid) rmSync(recordPath(dataFolder));
  } catch {
    // There is no record, or it can't be read: nothing is left to remove.
  }
}
