import cluster, { type Worker } from "node:cluster";
import type { Logger } from "pino";

/** What the first process tells a worker: to begin as this number, or to end once its clients have turned away. */
export type ToWorker = { begin: number } | { retire: true };
/** What a worker tells it. */
export type FromWorker = { awaits: "begin" } | { ready: string[] };

/** A worker that lived shorter has died at once. In ms. */
const QUICK = 5_000;
const FIRST_PAUSE = 100;
const QUICK_DEATHS = 6;
/** How long a worker that is to stop may take, in ms: longer than it gives its requests. */
const LONGEST_STOP = 15_000;

interface Slot {
  number: number;
  worker: Worker;
  startedAt: number;
  /** In a row. */
  quickDeaths: number;
}

/**
 * Runs workers behind one port, replaces those that die, and ends with them. SIGHUP replaces them one by one, each once its
 * successor answers.
 * @param ready called with the workers' lines for the operator, once all of them answer
 * @throws Error where the first worker can't start
 */
export async function runPrimary(
  count: number,
  log: Logger,
  ready: (lines: string[]) => void,
): Promise<void> {
  const slots: Slot[] = [];
  let stopping = false;
  let rolling = false;
  /** Whether the operator has asked for new workers since the last round began. */
  let asked = false;
  /** Of a worker that is to be replaced; it is just starting. */
  let successor: Worker | undefined;

  function watch(slot: Slot): void {
    const { worker, number } = slot;
    worker.once("exit", (code, signal) => {
      if (stopping || slot.worker !== worker) return;
      const isQuick = performance.now() - slot.startedAt < QUICK;
      slot.quickDeaths = isQuick ? slot.quickDeaths + 1 : 1;
      log.error({ worker: number, code, signal }, "worker died");
      if (slot.quickDeaths > QUICK_DEATHS) return giveUp(number);
      const pause = FIRST_PAUSE * 2 ** (slot.quickDeaths - 1);
      setTimeout(() => slot.worker === worker && void replace(slot), pause);
    });
  }

  async function replace(slot: Slot): Promise<void> {
    if (stopping) return;
    slot.startedAt = performance.now();
    slot.worker = fork(slot.number);
    watch(slot);
    await started(slot.worker).catch(() => {});
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
    log.flush();
  }

  /** Replaces all, one by one, so that there is always somebody who answers. Asked again meanwhile, it begins anew. */
  async function roll(): Promise<void> {
    asked = true;
    // One that never starts must not stand in the way for ever.
    successor?.process.kill("SIGKILL");
    if (rolling || stopping) return;
    rolling = true;
    while (asked) {
      asked = false;
      if (await rollOnce()) log.info("workers replaced");
    }
    rolling = false;
  }

  /** @returns whether all are new */
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

  /** @returns whether a new worker has taken the old one's place */
  async function succeed(slot: Slot): Promise<boolean> {
    const old = slot.worker;
    successor = fork(slot.number);
    // From now on nobody replaces the old one, should it die.
    slot.worker = successor;
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
      if (old.isDead()) void replace(slot);
    }
    return isNew;
  }

  process.on("SIGTERM", () => void stop()).on("SIGINT", () => void stop());
  process.on("SIGHUP", () => void roll());
  const lines: string[] = [];
  const begin = async (number: number) => {
    const slot = { number, worker: fork(number), startedAt: performance.now(), quickDeaths: 0 };
    slots.push(slot);
    const readyLines = await started(slot.worker);
    watch(slot);
    return readyLines;
  };
  try {
    // The first alone: what keeps all of them from starting is said once.
    lines.push(...(await begin(1)));
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => begin(index + 2)));
  } catch {
    process.exitCode ||= stopping ? 0 : 1;
    return stop();
  }
  ready(lines);
}

function fork(number: number): Worker {
  const worker = cluster.fork();
  worker.on("message", (message: FromWorker) => {
    if ("awaits" in message) worker.send({ begin: number } satisfies ToWorker);
  });
  return worker;
}

/** @returns the worker's lines for the operator, once it answers @throws Error where it ends before */
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
