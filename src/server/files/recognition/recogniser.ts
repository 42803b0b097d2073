import { linkLanguages } from "./languages.ts";
import { NotRecognised, type OcrChild, startOcrChild } from "./ocr-child.ts";
import type { Recognised } from "./ocr-messages.ts";
import { MB } from "../../../shared/bytes.ts";

export type { Recognised } from "./ocr-messages.ts";

export interface RecogniserOptions {
  /** A permanent folder, made if missing: see `linkLanguages`. */
  languages: string;
  /** How many pages are read at once, each in a process of its own. */
  processes: number;
  /** For one process, in bytes. */
  memoryLimit: number;
  /** After so long without a page a process is ended, in ms. */
  idleLimit: number;
}

const DEFAULTS = {
  processes: 1,
  memoryLimit: 768 * MB,
  idleLimit: 60_000,
};

export type Recogniser = ReturnType<typeof createRecogniser>;

/** Reads what is written on pages, in English and Bangla, without any network. */
export function createRecogniser(options: Pick<RecogniserOptions, "languages"> & Partial<RecogniserOptions>) {
  const { languages, processes, memoryLimit, idleLimit } = { ...DEFAULTS, ...options };
  const lanes = Array.from({ length: processes }, () => ({
    child: undefined as OcrChild | undefined,
    /** Settles when the lane is free. */
    last: Promise.resolve() as Promise<unknown>,
    waiting: 0,
    idle: undefined as NodeJS.Timeout | undefined,
  }));
  type Lane = (typeof lanes)[number];
  let closed = false;

  async function readyChild(lane: Lane): Promise<OcrChild> {
    if (closed) throw new NotRecognised();
    if (lane.child?.alive()) return lane.child;
    await linkLanguages(languages);
    lane.child = await startOcrChild(languages, memoryLimit);
    return lane.child;
  }

  async function run(lane: Lane, image: Uint8Array, signal: AbortSignal): Promise<Recognised> {
    clearTimeout(lane.idle);
    signal.throwIfAborted();
    const child = await readyChild(lane);
    try {
      return await child.run(image, signal);
    } finally {
      lane.idle = setTimeout(() => void child.end(), idleLimit).unref();
    }
  }

  return {
    /**
     * @param image a page as the server drew it; wider than 2,000 px is of no use
     * @param signal where it aborts, the process is ended
     * @throws NotRecognised, or the signal's reason
     */
    recognise(image: Uint8Array, signal: AbortSignal): Promise<Recognised> {
      const lane = lanes.reduce((free, one) => (one.waiting < free.waiting ? one : free));
      lane.waiting += 1;
      const answer = lane.last.then(() => run(lane, image, signal)).finally(() => (lane.waiting -= 1));
      lane.last = answer.catch(() => {});
      return answer;
    },

    /** How many pages are read at once. */
    processes,

    /** The processes that are there at this moment. */
    pids: (): number[] => lanes.flatMap(({ child }) => (child?.alive() ? (child.pid ?? []) : [])),

    /** Ends the processes; whatever they read is not recognised. */
    async close(): Promise<void> {
      closed = true;
      for (const lane of lanes) {
        clearTimeout(lane.idle);
        await lane.child?.end();
        await lane.last;
      }
    },
  };
}
