import { constants } from "node:fs";
import { access } from "node:fs/promises";
import type { ConnectionNeed, SchemaState } from "../../platform/index.ts";
import type { DiskSpace } from "../../files/index.ts";
import { shareResult } from "./share-result.ts";

/** The problems that `/readyz` names, the most serious first. */
export const problemNames = [
  "database_unreachable",
  "schema_older",
  "schema_contracted",
  "data_not_writable",
  "storage_unreachable",
  "uploads_refused",
  "disk_nearly_full",
  "connections_short",
  "schema_newer",
] as const;
export type ProblemName = (typeof problemNames)[number];

/**
 * The problems with which a server must get no requests. With any other problem, readers still get their
 * pages, so a proxy must not take all servers away.
 */
const STOPPING: ReadonlySet<ProblemName> = new Set([
  "database_unreachable",
  "schema_older",
  "schema_contracted",
  "data_not_writable",
]);

export interface Health {
  /** Whether the server can handle requests. */
  isReady: boolean;
  /** The reason is for the log only, because it can name addresses. */
  problems: { name: ProblemName; isStopping: boolean; reason: string }[];
}

/** The problems that one check found, with their reasons. */
type Found = readonly (readonly [name: ProblemName, reason: string])[];

export interface HealthDependencies {
  /** @throws the database's error */
  schema: () => Promise<SchemaState>;
  dataFolder: string;
  disk: () => Promise<DiskSpace>;
  /** Compares the connections that the archive needs with the database's limit; undefined on SQLite. */
  connections: () => Promise<ConnectionNeed | undefined>;
  /** Returns the space that uploads leave free, in bytes; 0 if there is no reserve. */
  reserve: (space: DiskSpace) => number;
  /** Asks the service that stores the files. @throws its error */
  storage: () => Promise<unknown>;
}

/** How long one check may take, in ms. */
const TIMEOUT = 2_000;
/** Below this space a disk without a reserve is nearly full, in bytes, or below this part of a small disk. */
const MIN_FREE_BYTES = 500_000_000;
const MIN_FREE_SHARE = 0.05;

/**
 * Checks what the server needs: the database and its schema, the data folder, the disk and the file store.
 * @returns a function that never throws. Its answer is shared for a second, and a check that hangs is not
 * started again
 */
export function createHealth({
  schema,
  dataFolder,
  disk,
  reserve,
  connections,
  storage,
}: HealthDependencies) {
  const checks = [
    bounded(schema, schemaProblems, "database_unreachable"),
    bounded(
      () => access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK),
      () => [],
      "data_not_writable",
    ),
    bounded(disk, (space) => spaceProblems(space, reserve(space)), undefined),
    // If the database doesn't answer, the check of the schema says so.
    bounded(connections, connectionProblems, undefined),
    bounded(storage, () => [], "storage_unreachable"),
  ];
  return shareResult(async (): Promise<Health> => {
    const found = new Map((await Promise.all(checks.map((check) => check()))).flat());
    const problems = problemNames.flatMap((name) => {
      const reason = found.get(name);
      return reason === undefined ? [] : { name, isStopping: STOPPING.has(name), reason };
    });
    return { isReady: problems.every(({ isStopping }) => !isStopping), problems };
  });
}

export type HealthCheck = ReturnType<typeof createHealth>;

function schemaProblems({ missing, newer, contracted }: SchemaState): Found {
  if (contracted.length > 0)
    return [["schema_contracted", contracted.map(({ migration }) => migration).join()]];
  if (missing.length > 0) return [["schema_older", `missing ${missing.join()}`]];
  return newer.length > 0 ? [["schema_newer", newer.join()]] : [];
}

function connectionProblems(need: ConnectionNeed | undefined): Found {
  if (!need || (need.needed <= need.allowed && !need.wasRefused)) return [];
  const { needed, allowed } = need;
  return [["connections_short", `the servers may open ${needed}, and PostgreSQL accepts ${allowed}`]];
}

/**
 * Names a disk that has only its reserve left, and before that a disk with less than twice its reserve. Without a reserve,
 * some hundred MB are enough; a small disk may never have that much.
 */
function spaceProblems({ free, size }: DiskSpace, reserve: number): Found {
  const reason = `${free} bytes free`;
  if (free < reserve) return [["uploads_refused", reason]];
  const least = Math.max(2 * reserve, Math.min(MIN_FREE_BYTES, size * MIN_FREE_SHARE));
  return free < least ? [["disk_nearly_full", reason]] : [];
}

/**
 * One check with a time limit.
 * @param failure the problem if the check throws or takes too long
 */
function bounded<T>(
  ask: () => Promise<T>,
  problemsOf: (value: T) => Found,
  failure: ProblemName | undefined,
): () => Promise<Found> {
  const failed = (reason: string): Found => (failure ? [[failure, reason]] : []);
  let running: Promise<Found> | undefined;
  return async () => {
    running ??= ask()
      .then(problemsOf, (error: unknown) => failed(reasonOf(error)))
      .finally(() => {
        running = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Found>((resolve) => {
      timer = setTimeout(() => resolve(failed("no answer in time")), TIMEOUT);
    });
    return Promise.race([running, late]).finally(() => clearTimeout(timer));
  };
}

/** Node's error for a host with several addresses has a code, but no message. */
const reasonOf = (error: unknown): string => {
  const { message, code } = error as Partial<NodeJS.ErrnoException>;
  return message || code || String(error);
};
