import cluster, { type Worker } from "node:cluster";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Env } from "../config/env.ts";
import { createMetricsRelay } from "./cluster-metrics.ts";
import { currentRelease, ownRelease } from "./release-folder.ts";
import { newRecord, removeRecord, writeRecord } from "./server-record.ts";

/**
 * A message from the primary to a worker: start with this worker number, or stop after the current requests. During an
 * upgrade, the two may be of neighbouring releases, so messages expand, then contract (docs/upgrading.md).
 */
export type ToWorker = { begin: number } | { retire: true };
/** A message from a worker to the primary. */
export type FromWorker = { awaits: "begin" } | { ready: string[] };

/** A worker that dies within this time after its start counts as a quick death. In ms. */
const QUICK = 5_000;
const FIRST_PAUSE = 100;
const QUICK_DEATHS = 6;
/** The time that a worker has to stop, in ms. This is longer than the time limit of a request. */
const LONGEST_STOP = 15_000;

interface Slot {
  number: number;
  worker: Worker;
  /** The folder of the release that the worker runs. */
  release: string;
  startedAt: number;
  /** How many workers of this slot in a row died quickly. */
  quickDeaths: number;
}

/**
 * Runs workers behind one port, restarts dead ones, and stops all of them on SIGTERM or SIGINT. On SIGHUP it
 * replaces one worker after another by workers of the current release; each old worker runs until the new one
 * is ready. `server.json` in the data folder says which releases run.
 * @param ready called with the workers' lines for the operator when all workers are ready
 * @throws Error if the first worker can't start
 */
export async function runPrimary(env: Env, log: Logger, ready: (lines: string[]) => void): Promise<void> {
  const { workers: count, dataFolder } = env;
  const slots: Slot[] = [];
  const relay = createMetricsRelay();
  /** The release of the next worker. It changes only at SIGHUP. */
  let release = ownRelease;
  const record = newRecord(env);
  /** @throws the error of the system, for example without memory for a process */
  const fork = (number: number, folder: string): Worker => {
    const worker = startWorker(number, folder, dataFolder);
    relay.watch(worker);
    return worker;
  };
  let stopping = false;
  let rolling = false;
  /** Whether a second SIGHUP arrived after the current round of replacements began. */
  let asked = false;
  /** The new worker that is starting in place of an old one. */
  let successor: Worker | undefined;
  let isListening = false;

  function watch(slot: Slot): void {
    const { worker } = slot;
    worker.once("exit", (code, signal) => {
      if (!stopping && slot.worker === worker) died(slot, { code, signal });
    });
  }

  /** Logs that a worker died or couldn't start, and starts the next one after a pause. */
  function died(slot: Slot, facts: object): void {
    const { worker, number } = slot;
    const isQuick = performance.now() - slot.startedAt < QUICK;
    slot.quickDeaths = isQuick ? slot.quickDeaths + 1 : 1;
    log.error({ worker: number, ...facts }, "worker died");
    relay.died();
    if (slot.quickDeaths > QUICK_DEATHS) return giveUp(number);
    const pause = FIRST_PAUSE * 2 ** (slot.quickDeaths - 1);
    setTimeout(() => slot.worker === worker && replace(slot), pause);
  }

  function replace(slot: Slot): void {
    if (stopping) return;
    slot.startedAt = performance.now();
    try {
      slot.worker = fork(slot.number, slot.release);
      watch(slot);
    } catch (error) {
      died(slot, { err: error });
    }
  }

  function giveUp(number: number): void {
    log.fatal({ worker: number }, `worker dies each time as soon as it starts, so Proshno stops`);
    process.exitCode = 1;
    void stop();
  }

  async function stop(): Promise<void> {
    if (stopping) return;
    stopping = true;
    const alive = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);
    await Promise.all(alive.map(end));
    removeRecord(dataFolder);
    log.flush();
  }

  /**
   * Replaces the workers one after another, so that at least one always accepts requests. A second SIGHUP
   * during a round starts a new round.
   */
  async function roll(): Promise<void> {
    asked = true;
    // A worker that never starts must not block the next round. One that listens may already have requests, and the next
    // round replaces it.
    if (!isListening) successor?.process.kill("SIGKILL");
    if (rolling || stopping) return;
    rolling = true;
    while (asked) {
      asked = false;
      release = currentRelease();
      const isReplaced = await rollOnce();
      if (isReplaced) log.info("workers replaced");
      if (!asked && !stopping) note({ replacements: record.replacements + 1, isReplaced });
    }
    rolling = false;
  }

  /** Writes what `npm run upgrade` waits for. */
  function note(changes: Partial<typeof record> = {}): void {
    Object.assign(record, changes, { workers: slots.map((slot) => slot.release) });
    writeRecord(dataFolder, record, log);
  }

  /** @returns whether all workers were replaced */
  async function rollOnce(): Promise<boolean> {
    for (const slot of slots) {
      const isNew = await succeed(slot);
      if (stopping || asked) return false;
      if (!isNew) {
        log.error({ worker: slot.number }, "no new worker starts, so the old workers stay");
        return false;
      }
    }
    return true;
  }

  /** @returns whether a new worker replaced the old one */
  async function succeed(slot: Slot): Promise<boolean> {
    const { worker: old, release: oldRelease } = slot;
    try {
      successor = fork(slot.number, release);
    } catch (error) {
      log.error({ err: error, worker: slot.number }, "worker not started");
      return false;
    }
    isListening = false;
    successor.once("listening", () => {
      isListening = true;
    });
    // From here on, the old worker is not restarted if it dies.
    slot.worker = successor;
    slot.release = release;
    slot.startedAt = performance.now();
    const isNew = await started(successor).then(
      () => true,
      () => false,
    );
    successor = undefined;
    if (stopping) return false;
    if (isNew) {
      watch(slot);
      await retired(old);
    } else {
      slot.worker = old;
      slot.release = oldRelease;
      if (old.isDead()) replace(slot);
    }
    return isNew;
  }

  process.on("SIGTERM", () => void stop()).on("SIGINT", () => void stop());
  process.on("SIGHUP", () => void roll());
  const lines: string[] = [];
  const begin = async (number: number) => {
    const worker = fork(number, release);
    const slot = { number, worker, release, startedAt: performance.now(), quickDeaths: 0 };
    slots.push(slot);
    const readyLines = await started(slot.worker);
    watch(slot);
    return readyLines;
  };
  try {
    // Only the first worker logs the error, so that an error that stops every worker appears once.
    lines.push(...(await begin(1)));
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => begin(index + 2)));
  } catch {
    process.exitCode ||= stopping ? 0 : 1;
    return stop();
  }
  note();
  ready(lines);
}

function startWorker(number: number, release: string, dataFolder: string): Worker {
  cluster.setupPrimary({ exec: join(release, "src/main.ts"), cwd: release });
  // A relative data folder would be another one in another release.
  const worker = cluster.fork({ PROSHNO_DATA: dataFolder });
  worker.on("error", () => {
    // Without a process there is no exit: the folder is missing, or there are too many open files.
    if (worker.process.pid === undefined) worker.emit("exit", 1, "");
  });
  worker.on("message", (message: FromWorker) => {
    if ("awaits" in message) worker.send({ begin: number } satisfies ToWorker);
  });
  return worker;
}

/**
 * @returns the worker's lines for the operator, when it is ready
 * @throws Error if the worker ends before it is ready
 */
function started(worker: Worker): Promise<string[]> {
  return new Promise((resolve, reject) => {
    worker.once("exit", () => reject(new Error("The worker did not start.")));
    worker.on("message", (message: FromWorker) => {
      if ("ready" in message) resolve(message.ready);
    });
  });
}

function retired(worker: Worker): Promise<void> {
  if (!worker.isConnected()) return Promise.resolve();
  const gone = exited(worker);
  worker.send({ retire: true } satisfies ToWorker);
  return gone;
}

function end(worker: Worker): Promise<void> {
  const gone = exited(worker);
  worker.process.kill("SIGTERM");
  return gone;
}

function exited(worker: Worker): Promise<void> {
  if (worker.isDead()) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(() => worker.process.kill("SIGKILL"), LONGEST_STOP);
    worker.once("exit", () => {
      clearTimeout(late);
      resolve();
    });
  });
}
