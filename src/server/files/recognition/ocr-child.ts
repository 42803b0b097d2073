import { fileURLToPath } from "node:url";
import { startLimitedChild } from "../rendering/limited-child.ts";
import { ocrLanguages } from "./languages.ts";
import type { OcrHead, OcrReply, Recognised } from "./ocr-messages.ts";

const PROGRAM = fileURLToPath(new URL("./ocr-process.ts", import.meta.url));
const MIB = 1_048_576;
/** The limit of V8's heap, in MiB. */
const HEAP = 256;
/** How long a child process may take to start and load its languages, in ms. A busy machine is slow. */
const START_LIMIT = 60_000;

/**
 * Settings of glibc's allocator. By default it keeps the large blocks of each page, and memory grows from 300 to over 700 MB
 * in ten pages. Now it gives blocks from 4 MB back at once; from 1 MB, a page would take three times the processor time.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: String(4 * MIB),
  MALLOC_TRIM_THRESHOLD_: String(32 * MIB),
};

export type OcrChild = Awaited<ReturnType<typeof startOcrChild>>;

/** A page that could not be read. The record of the failed job contains the name of this error. */
export class NotRecognised extends Error {
  override name = "NotRecognised";
}

/**
 * Starts a process that reads pages, one at a time. @param languages the folder with Tesseract's language
 * data
 * @param memoryLimit in bytes; the process ends itself above this limit
 * @param isWithoutModels reads whole pages with Tesseract, as on platforms without ONNX
 * @throws NotRecognised if it does not start
 */
export async function startOcrChild(languages: string, memoryLimit: number, isWithoutModels = false) {
  const { child, alive, end } = await startLimitedChild(PROGRAM, {
    args: [languages, String(memoryLimit), String(process.pid), String(isWithoutModels)],
    heap: HEAP,
    env: ALLOCATOR,
    startLimit: START_LIMIT,
  });
  if (!alive()) throw new NotRecognised(`Tesseract did not start with ${ocrLanguages.join(", ")}.`);

  return {
    pid: child.pid,
    alive,
    /** Ends the process at once, and waits until it has ended. */
    end,
    /**
     * Reads one page. Callers must wait for the result before the next call.
     * @param signal ends the process if it aborts
     * @param onHead receives the first lines of a long page
     * @throws NotRecognised
     */
    run: (image: Uint8Array, signal: AbortSignal, onHead?: (head: Recognised) => void): Promise<Recognised> =>
      new Promise((resolve, reject) => {
        const stop = () => void end();
        const finish = (reply: OcrReply | OcrHead) => {
          if ("head" in reply) return onHead?.(reply.head);
          child.off("message", finish).off("exit", onExit);
          signal.removeEventListener("abort", stop);
          if ("value" in reply) resolve(reply.value);
          else reject(new NotRecognised());
        };
        const onExit = () => finish({ error: "Exit" });
        child.on("message", finish).on("exit", onExit);
        signal.addEventListener("abort", stop);
        child.send({ image }, () => {});
        if (signal.aborted) stop();
      }),
  };
}
