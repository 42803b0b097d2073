import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { FileStore } from "../../../src/server/files/storage/file-store.ts";
import { createS3Store } from "../../../src/server/files/storage/s3-store.ts";
import type { ProblemName } from "../../../src/server/operations/metrics/health.ts";
import { isRunning } from "../process/process-children.ts";
import { limitOf, limitProcess, type ProcessLimit } from "../process/process-limits.ts";
import { freePort } from "../process/server.ts";
import { createJumpingClock } from "./fault-clock.ts";
import { mountSmallDisk, slowDisk } from "./fault-disk.ts";
import { visit } from "./fault-readers.ts";
import type { FaultSite } from "./fault-site.ts";

/** Something that breaks around a running server, and later works again. */
export interface Fault {
  name: string;
  engines: readonly ("sqlite" | "postgres")[];
  /** The problem that `/readyz` must name during the fault. */
  problem?: ProblemName;
  open: () => Promise<FaultMeans>;
}

/** What one run of a fault needs. */
export interface FaultMeans {
  /** The folder for the archive and for PostgreSQL. */
  parent?: string;
  /** More environment of the server. */
  env?: Record<string, string>;
  fileStore?: FileStore;
  /** Whether a worker may end; the primary then starts it again. */
  restarts?: boolean;
  begin: (site: FaultSite) => Promise<void>;
  /** Waits for something that must happen during the fault. */
  until?: (site: FaultSite) => Promise<void>;
  end: (site: FaultSite) => Promise<void>;
  close?: () => Promise<void>;
}

const BOTH = ["sqlite", "postgres"] as const;
/** The size of the small disk, in bytes: enough for an empty PostgreSQL. */
const DISK = 300_000_000;
/** How many readers open new pages at once, so that a worker needs more memory. */
const CROWD = 4;
/** How long a worker may take to use up its memory, in ms. */
const CROWDED = 60_000;
const DAY = 86_400;
const HOUR = 3_600;
const BUCKET = "proshno";
/** How many new connections arrive while no handle is free. */
const NEWCOMERS = 5;

/** Whether the drill can mount a disk. */
export const canMount = process.env["PROSHNO_DRILL_MOUNTS"] === "1";

export const diskFull: Fault = {
  name: canMount ? "disk full" : "disk full (file size limit)",
  engines: BOTH,
  ...(canMount && { problem: "disk_nearly_full" }),
  async open() {
    if (!canMount) return withLimit("fsize", () => 0);
    const disk = mountSmallDisk(DISK);
    return {
      parent: disk.folder,
      begin: async () => disk.fill(),
      end: async () => disk.makeRoom(),
      close: async () => disk.close(),
    };
  },
};

export const diskSlow: Fault = {
  name: "slow disk",
  engines: BOTH,
  async open() {
    let makeFast = async () => {};
    return {
      async begin(site) {
        makeFast = await slowDisk([...site.pids(), ...(site.postgres?.pids() ?? [])]);
      },
      end: () => makeFast(),
    };
  },
};

const clockJump = (name: string, seconds: number): Fault => ({
  name,
  engines: BOTH,
  async open() {
    const { env, jump, close } = createJumpingClock();
    return {
      env,
      begin: ({ origin }) => jump(seconds, origin),
      end: ({ origin }) => jump(0, origin),
      close: async () => close(),
    };
  },
});
export const clockAhead = clockJump("clock +1 day", DAY);
export const clockBack = clockJump("clock −1 hour", -HOUR);

export const memoryLimit: Fault = {
  name: "memory limit",
  engines: BOTH,
  async open() {
    let limited = 0;
    return {
      restarts: true,
      async begin(site) {
        limited = site.workers().at(-1) ?? 0;
        limitProcess(limited, "data", dataOf(limited));
      },
      until: ({ origin }) => crowd(origin, () => !isRunning(limited)),
      end: async () => {},
    };
  },
};

export const fileHandles: Fault = {
  name: "file-handle limit",
  engines: BOTH,
  async open() {
    const limit = withLimit("nofile", firstFreeHandle);
    const newcomers: Socket[] = [];
    return {
      async begin(site) {
        await limit.begin(site);
        const { hostname, port } = new URL(site.origin);
        for (let count = 0; count < NEWCOMERS; count += 1)
          newcomers.push(connect(Number(port), hostname).on("error", () => {}));
      },
      async end(site) {
        await limit.end(site);
        for (const socket of newcomers) socket.destroy();
      },
    };
  },
};

export const databaseGone: Fault = {
  name: "database gone",
  engines: ["postgres"],
  problem: "database_unreachable",
  open: async () => ({
    begin: async ({ postgres }) => postgres?.stop(),
    end: async ({ postgres }) => postgres?.start(),
  }),
};

export const s3Gone: Fault = {
  name: "S3 gone",
  engines: BOTH,
  problem: "storage_unreachable",
  async open() {
    const directory = mkdtempSync(join(tmpdir(), "proshno-s3-"));
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}/${BUCKET}`;
    const start = async () => {
      const options = { port, address: "127.0.0.1", silent: true, directory };
      const server = new S3rver({ ...options, configureBuckets: [{ name: BUCKET, configs: [] }] });
      await server.run();
      return server;
    };
    let server = await start();
    const access = { region: "us-east-1", accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
    return {
      env: {
        PROSHNO_S3_ENDPOINT: endpoint,
        PROSHNO_S3_REGION: access.region,
        PROSHNO_S3_KEY_ID: access.accessKeyId,
        PROSHNO_S3_SECRET: access.secretAccessKey,
      },
      fileStore: createS3Store({ endpoint, ...access }),
      begin: () => server.close(),
      async end() {
        server = await start();
      },
      async close() {
        await server.close();
        rmSync(directory, { recursive: true, force: true });
      },
    };
  },
};

export const allFaults = [
  diskFull,
  diskSlow,
  clockAhead,
  clockBack,
  memoryLimit,
  fileHandles,
  databaseGone,
  s3Gone,
];

/** Opens pages that no reader has opened before, until the server has had enough. */
async function crowd(origin: string, isEnough: () => boolean): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CROWD });
  const end = performance.now() + CROWDED;
  const read = async (reader: number) => {
    for (let turn = 0; !isEnough() && performance.now() < end; turn += 1)
      await visit(agent, `${origin}/search?q=lenses${reader}x${turn}`).catch(() => {});
  };
  await Promise.all(Array.from({ length: CROWD }, (_none, reader) => read(reader)));
  agent.destroy();
  if (!isEnough()) throw new Error("The worker has enough memory.");
}

/** Limits all processes of the server for some time. */
function withLimit(limit: ProcessLimit, valueOf: (pid: number) => number): FaultMeans {
  const before = new Map<number, number | "unlimited">();
  return {
    async begin(site) {
      for (const pid of site.pids()) {
        before.set(pid, limitOf(pid, limit));
        limitProcess(pid, limit, valueOf(pid));
      }
    },
    async end() {
      for (const [pid, value] of before) if (isRunning(pid)) limitProcess(pid, limit, value);
    },
  };
}

/** The lowest number that is no open handle: with this limit, a process can't open anything. */
function firstFreeHandle(pid: number): number {
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number));
  let free = 0;
  while (open.has(free)) free += 1;
  return free;
}

/** The memory of a process that counts for its limit of data, in bytes; see proc_pid_status(5). */
function dataOf(pid: number): number {
  const [, kilobytes = ""] = /^VmData:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1_024;
}
