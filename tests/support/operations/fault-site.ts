import { readFileSync } from "node:fs";
import { once } from "node:events";
import type { FileStore } from "../../../src/server/files/storage/file-store.ts";
import { questionOf, send } from "../process/essential-calls.ts";
import { type KillWorld, openKillWorld } from "../process/kill-world.ts";
import { childrenOf, isRunning } from "../process/process-children.ts";
import { startServer, type TestServer } from "../process/server.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";
import type { FaultPostgres } from "./fault-postgres.ts";
import type { Reading } from "./fault-readers.ts";

export type FaultSite = Awaited<ReturnType<typeof openFaultSite>>;

export interface FaultSiteOptions {
  postgres: FaultPostgres | undefined;
  /** Where the folder of the archive is made; by default the folder for temporary files. */
  parent?: string | undefined;
  /** More environment of the server. */
  env?: Record<string, string> | undefined;
  /** Stores the files; by default a folder. */
  fileStore?: FileStore | undefined;
  /** How many cluster workers handle requests. */
  workers: number;
}

/** A server like in production, with a few items, for a fault. */
export async function openFaultSite({ postgres, parent, env = {}, fileStore, workers }: FaultSiteOptions) {
  const world = await openKillWorld(postgres?.url, parent);
  const server = await startServer({ ...world.env, PROSHNO_WORKERS: String(workers), ...env }).catch(
    async (error: unknown) => {
      await world.close();
      throw error;
    },
  );
  const { origin } = server;
  const primary = server.process.pid as number;
  const cookie = await world.signUp();
  const { question, note, fileKey } = await addItems(world, server, cookie);

  const readings: Reading[] = [
    { what: "cached page", path: () => "/" },
    { what: "cached page", path: () => "/allQuestions" },
    { what: "cached page", path: () => `/question-details/${question}` },
    // Each search is new, and a session is never answered from the cache.
    { what: "database page", path: (turn) => `/search?q=optics${turn}` },
    { what: "database page", path: () => `/note-details/${note}`, cookie },
    { what: "file", path: () => `/files/${fileKey}` },
    { what: "page image", path: () => `/files/${fileKey}/pages/1?width=1000` },
  ];

  return {
    world,
    server,
    origin,
    postgres,
    cookie,
    readings,
    fileStore: fileStore ?? world.fileStore,

    /** The ids of the processes that handle requests. */
    workers: (): number[] => (workers === 1 ? [primary] : childrenOf(primary).filter(isWorker)),
    /** The ids of all processes of the server. */
    pids: (): number[] => [primary, ...descendantsOf(primary)].filter(isRunning),

    async close(): Promise<void> {
      if (server.process.exitCode === null && server.process.signalCode === null) {
        const ended = once(server.process, "exit");
        server.process.kill("SIGTERM");
        await ended;
      }
      await world.close();
    },
  };
}

/** An approved question, and an approved note with a file. */
async function addItems(world: KillWorld, { origin }: TestServer, cookie: string) {
  await send(origin, "/api/postQuestion", { cookie, body: questionOf("optics") });
  const body = new FormData();
  for (const [name, value] of Object.entries({ topic: "Lenses", department: "CSE", subject: "Optics" }))
    body.set(name, value);
  const paper = Uint8Array.from(tinyPdf([{ lines: ["Lenses"] }]));
  body.set("file", new File([paper], "paper.pdf"));
  const headers = { cookie, origin };
  await fetch(`${origin}/dashboard/add-notes`, { method: "POST", redirect: "manual", headers, body });
  const admin = await world.admin();
  const { resources } = world.servicesAt(Date.now);
  const items = await world.db.read.selectFrom("resource").select(["id", "kind", "fileKey"]).execute();
  const idOf = async (kind: "question" | "note") => {
    const item = items.find((one) => one.kind === kind);
    if (!item) throw new Error(`The server made no ${kind}.`);
    await resources.setStatus(admin, kind, item.id, { status: "Approved" });
    return item;
  };
  const [question, note] = [await idOf("question"), await idOf("note")];
  return { question: question.id, note: note.id, fileKey: note.fileKey as string };
}

/** Whether a child of the primary runs the site. */
const isWorker = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").includes("NODE_UNIQUE_ID=");
  } catch {
    return false;
  }
};

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}
