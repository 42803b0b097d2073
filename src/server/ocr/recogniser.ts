import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { NotRecognised, type OcrChild, startOcrChild } from "./ocr-child.ts";
import type { Recognised } from "./ocr-messages.ts";

export type { Recognised } from "./ocr-messages.ts";

export interface RecogniserOptions {
  /** How many pages are read at once, each in a process of its own. */
  workers: number;
  /** For one process, in bytes. */
  memoryLimit: number;
  /** After so long without a page a process is ended, in ms. */
  idleLimit: number;
}

const DEFAULTS: RecogniserOptions = {
  workers: 1,
  memoryLimit: 768 * 1024 * 1024,
  idleLimit: 60_000,
};
/** Of Tesseract's data: its best models with whole numbers, which are the fast ones. */
const VARIANT = "4.0.0_best_int";
const LANGUAGES = ["eng", "ben"];

export type Recogniser = ReturnType<typeof createRecogniser>;

/** Reads what is written on pages, in English and Bangla, without any network. */
export function createRecogniser(options: Partial<RecogniserOptions> = {}) {
  const { workers, memoryLimit, idleLimit } = { ...DEFAULTS, ...options };
  const lanes = Array.from({ length: workers }, () => ({
    child: undefined as OcrChild | undefined,
    /** Settles when the lane is free. */
    last: Promise.resolve() as Promise<unknown>,
    waiting: 0,
    idle: undefined as NodeJS.Timeout | undefined,
  }));
  type Lane = (typeof lanes)[number];
  let folder: Promise<string> | undefined;
  let closed = false;

  async function readyChild(lane: Lane): Promise<OcrChild> {
    if (closed) throw new NotRecognised();
    if (lane.child?.alive()) return lane.child;
    lane.child = await startOcrChild(await (folder ??= languageFolder()), memoryLimit);
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
    workers,

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
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

/** Tesseract looks for all languages in one folder, and npm brings each in a package of its own. */
async function languageFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "proshno-languages-"));
  for (const language of LANGUAGES) {
    const main = fileURLToPath(import.meta.resolve(`@tesseract.js-data/${language}`));
    const data = join(dirname(main), VARIANT, `${language}.traineddata.gz`);
    await copyFile(data, join(folder, basename(data)));
  }
  return folder;
}
