import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { readSafely, residentMemory, withChildren } from "../lib/process-figures.ts";
import type { ProcessSample, Sizes } from "./samples.ts";
import type { SoakServer } from "./server.ts";

/** The processes of the server now. Linux only. */
export function measureProcesses(primary: number): ProcessSample[] {
  const all = withChildren(primary).map((pid) => ({ pid, ...factsOf(pid) }));
  const isOfServer = ({ pid }: { pid: number }) => readSafely(`/proc/${pid}/cmdline`).includes("src/main.ts");
  const workers = all
    .filter((one) => one.pid !== primary && isOfServer(one))
    .sort((one, other) => one.pid - other.pid);
  const children = all.filter((one) => one.pid !== primary && !workers.includes(one));
  const sum = (of: (one: (typeof all)[number]) => number) =>
    children.reduce((total, one) => total + of(one), 0);
  return [
    ...all.filter(({ pid }) => pid === primary).map((one) => ({ name: "primary", ...one })),
    ...workers.map((one, index) => ({ name: `worker ${index + 1}`, ...one })),
    {
      name: "children",
      pid: 0,
      memory: sum(({ memory }) => memory),
      handles: sum(({ handles }) => handles),
      threads: sum(({ threads }) => threads),
    },
  ];
}

function factsOf(pid: number): Pick<ProcessSample, "memory" | "handles" | "threads"> {
  const threads = /Threads:\s+(\d+)/.exec(readSafely(`/proc/${pid}/status`))?.[1] ?? "0";
  return { memory: residentMemory(pid), handles: handlesOf(pid), threads: Number(threads) };
}

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    // The process has just ended.
    return 0;
  }
}

/** The used heap of all workers, in bytes; 0 if there is no answer. */
export async function measureHeap({ metrics }: Pick<SoakServer, "metrics">): Promise<number> {
  const text = await fetch(metrics)
    .then((response) => response.text())
    .catch(() => "");
  return Number(/^proshno_process_heap_bytes (\S+)$/m.exec(text)?.[1] ?? 0);
}

/** @param folder the folder of the soak */
export async function measureSizes(folder: string, databaseUrl: string | undefined): Promise<Sizes> {
  const data = join(folder, "archive");
  const log = sizeOf(join(folder, "server.log"));
  if (databaseUrl !== undefined) return { log, data: sizeBelow(data), ...(await postgresSizes(databaseUrl)) };
  const database = join(data, "proshno.sqlite");
  return { log, wal: sizeOf(`${database}-wal`), database: sizeOf(database), data: sizeBelow(data) };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function sizeBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + sizeOf(join(entry.parentPath, entry.name)), 0);
}

async function postgresSizes(connectionString: string): Promise<Pick<Sizes, "wal" | "database">> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ wal: string; database: string }>(
      "select pg_database_size(current_database()) as database, (select sum(size) from pg_ls_waldir()) as wal",
    );
    return { wal: Number(rows[0]?.wal ?? 0), database: Number(rows[0]?.database ?? 0) };
  } finally {
    await client.end();
  }
}
