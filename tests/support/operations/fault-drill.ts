import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning } from "../process/process-children.ts";
import type { Engine } from "../platform/archive.ts";
import { checkKept } from "./fault-checks.ts";
import type { Fault } from "./fault-kinds.ts";
import { startFaultPostgres } from "./fault-postgres.ts";
import { createReaders, visit } from "./fault-readers.ts";
import { type FaultSite, openFaultSite } from "./fault-site.ts";
import { outcomesOf, seen } from "./fault-tally.ts";
import { until } from "./fault-waiting.ts";
import { createWriter } from "./fault-writer.ts";

/** The pauses between two reads of one reader, and between two writes, in ms. */
const READ_PACE = 50;
const WRITE_PACE = 150;
const HEALTH_PACE = 300;
/** What the clients see at least before the fault, and during it. */
const MIN_READS = 30;
const MIN_WRITES = 6;
/** How long they may take for that during the fault, in ms. */
const MEETING = 60_000;

export interface FaultFigures {
  fault: string;
  engine: Engine;
  /** The statuses of pages, of files and page images, and of writes during the fault. */
  pages: string;
  files: string;
  writes: string;
  /** The slowest response of a page, and of a write, in ms. */
  slowestPage: number;
  slowestWrite: number;
  /** How often a reader's browser had to repeat a read because a connection ended. */
  repeated: number;
  /** How long after the fault everything was good again, in ms. */
  recovery: number;
  acknowledged: number;
  lost: number;
  /** The problems that `/readyz` named during the fault. */
  problems: string[];
  /** A sentence for each thing that must not happen. */
  faults: string[];
}

export interface FaultRun {
  engine: Engine;
  /** How long the fault lasts at least, in ms. */
  hold: number;
  workers: number;
}

/** Starts a server with readers and a writer, causes one fault, ends it, and compares what is kept. */
export async function runFault(
  { name, problem, open }: Fault,
  { engine, hold, workers }: FaultRun,
): Promise<FaultFigures> {
  const means = await open();
  const postgres = engine === "postgres" ? await startFaultPostgres(means.parent) : undefined;
  const { parent, env, fileStore } = means;
  const site = await openFaultSite({ postgres, parent, env, fileStore, workers }).catch(
    async (error: unknown) => {
      await postgres?.close();
      await means.close?.();
      throw error;
    },
  );
  const { origin, server } = site;
  const readers = createReaders(origin, site.readings, READ_PACE);
  const writer = createWriter(origin, site.cookie, WRITE_PACE);
  const health = watchHealth(origin);
  const hasSeenEnough = () =>
    seen(readers.current().pages) >= MIN_READS && seen(writer.current()) >= MIN_WRITES;
  const faults: string[] = [];
  try {
    await until(() => hasSeenEnough() && health.isReady());
    const workersBefore = site.workers();
    readers.turnOver();
    writer.turnOver();
    health.turnOver();

    await means.begin(site);
    const isMet = () => hasSeenEnough() && (!problem || health.named(problem));
    await Promise.all([sleep(hold), until(isMet, MEETING)]).catch(() =>
      faults.push("readers, a writer and /readyz didn't meet the fault"),
    );
    await means.until?.(site);
    const during = { ...readers.turnOver(), writes: writer.turnOver(), problems: health.turnOver() };
    await means.end(site);

    const recovery = await until(
      async () => health.isReady() && (await readers.areWell()) && (await writer.areWell()),
    ).catch(() => Infinity);
    if (recovery === Infinity) faults.push("the server didn't recover by itself");
    await Promise.all([readers.stop(), writer.stop(), health.stop()]);
    const { lost, faults: losses } = await checkKept(site, writer.ledger);
    faults.push(...readers.faults, ...writer.faults, ...losses);
    faults.push(...ends(site, workersBefore, means.restarts === true));
    if (faults.length > 0)
      faults.push(...server.errors, ...server.lines.filter((line) => line.startsWith("{")));
    return {
      fault: name,
      engine,
      pages: outcomesOf(during.pages),
      files: outcomesOf(during.files),
      writes: outcomesOf(during.writes),
      slowestPage: during.pages.slowest,
      slowestWrite: during.writes.slowest,
      repeated: readers.repeated(),
      recovery,
      acknowledged: writer.ledger.questions.length + writer.ledger.notes.size,
      lost,
      problems: during.problems,
      faults,
    };
  } finally {
    await Promise.all([readers.stop(), writer.stop(), health.stop()]);
    await site.close();
    await postgres?.close();
    await means.close?.();
  }
}

/** A sentence for each process that ended although it shouldn't. */
function ends({ server }: FaultSite, workers: number[], mayRestart: boolean): string[] {
  const { exitCode, signalCode } = server.process;
  const faults: string[] = [];
  if (exitCode !== null || signalCode !== null) faults.push(`the server ended: ${signalCode ?? exitCode}`);
  else if (!mayRestart)
    for (const pid of workers) if (!isRunning(pid)) faults.push(`the worker ${pid} ended`);
  return faults;
}

/** Asks `/readyz` all the time. */
function watchHealth(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const over = new AbortController();
  let problems = new Set<string>();
  let isReady = false;

  async function ask(): Promise<void> {
    const said = await visit(agent, `${origin}/readyz`).then(
      ({ body }) => body,
      () => "no response",
    );
    isReady = said === "ready";
    for (const line of said.split("\n")) problems.add(line.split(":")[0] as string);
  }
  async function keepAsking(): Promise<void> {
    while (!over.signal.aborted) {
      await ask();
      await sleep(HEALTH_PACE, undefined, { signal: over.signal }).catch(() => {});
    }
  }
  const asking = keepAsking();

  return {
    /** Whether the last answer named no problem. */
    isReady: () => isReady,
    named: (problem: string): boolean => problems.has(problem),
    /** @returns the problems since the last call */
    turnOver(): string[] {
      const before = [...problems].filter((name) => !["ready", "not ready"].includes(name));
      problems = new Set();
      return before;
    },
    async stop(): Promise<void> {
      over.abort();
      await asking;
      agent.destroy();
    },
  };
}
