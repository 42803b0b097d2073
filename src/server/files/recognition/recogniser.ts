import { linkLanguages } from "./languages.ts";
import { NotRecognised, type OcrChild, startOcrChild } from "./ocr-child.ts";
import type { Recognised } from "./ocr-messages.ts";
import { MB } from "../../../shared/text/bytes.ts";

export type { Recognised } from "./ocr-messages.ts";

export interface RecogniserOptions {
  /** A permanent folder; `linkLanguages` makes it if it is missing. */
  languages: string;
  /** How many processes read pages. Each reads one page at a time. */
  processes: number;
  /** The limit for one process, in bytes. */
  memoryLimit: number;
  /** A process without work ends after this time, in ms. */
  idleLimit: number;
  /** Whether to read whole pages with Tesseract, as on platforms for which npm has no program of ONNX. */
  isWithoutModels: boolean;
}

const DEFAULTS = {
  processes: 1,
  memoryLimit: 768 * MB,
  idleLimit: 600_000,
  isWithoutModels: false,
};

export type Recogniser = ReturnType<typeof createRecogniser>;

/** Reads the text of page images in English and Bangla. It works offline. */
export function createRecogniser(options: Pick<RecogniserOptions, "languages"> & Partial<RecogniserOptions>) {
  const { languages, processes, memoryLimit, idleLimit, isWithoutModels } = { ...DEFAULTS, ...options };
  const lanes = Array.from({ length: processes }, () => ({
    child: undefined as OcrChild | undefined,
    /** Resolves when the lane is free. */
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
    lane.child = await startOcrChild(languages, memoryLimit, isWithoutModels);
    return lane.child;
  }

  async function run(lane: Lane, ...page: Parameters<OcrChild["run"]>): Promise<Recognised> {
    const [, signal] = page;
    clearTimeout(lane.idle);
    signal.throwIfAborted();
    const child = await readyChild(lane);
    try {
      return await child.run(...page);
    } finally {
      lane.idle = setTimeout(() => void child.end(), idleLimit).unref();
    }
  }

  return {
    /**
     * @param image a page as the server drew it; a width above 2,000 px does not improve the result
     * @param signal ends the process if it aborts
     * @param onHead receives the first lines of a long page before the others are read
     * @throws NotRecognised, or the signal's reason
     */
    recognise(
      image: Uint8Array,
      signal: AbortSignal,
      onHead?: (head: Recognised) => void,
    ): Promise<Recognised> {
      const lane = lanes.reduce((free, one) => (one.waiting < free.waiting ? one : free));
      lane.waiting += 1;
      const answer = lane.last
        .then(() => run(lane, image, signal, onHead))
        .finally(() => (lane.waiting -= 1));
      lane.last = answer.catch(() => {});
      return answer;
    },

    /** How many pages the recogniser reads at the same time. */
    processes,

    /** The ids of the processes that run now. */
    pids: (): number[] => lanes.flatMap(({ child }) => (child?.alive() ? (child.pid ?? []) : [])),

    /** Ends the processes. Running calls reject. */
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
