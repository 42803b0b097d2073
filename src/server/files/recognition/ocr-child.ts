import { fileURLToPath } from "node:url";
import { startLimitedChild } from "../rendering/limited-child.ts";
import { ocrLanguages } from "./languages.ts";
import type { OcrReply, Recognised } from "./ocr-messages.ts";

const PROGRAM = fileURLToPath(new URL("./ocr-process.ts", import.meta.url));
/** The limit of V8's heap, in MiB. */
const HEAP = 256;
/** How long a child process may take to start and load its languages, in ms. A busy machine is slow. */
const START_LIMIT = 60_000;

export type OcrChild = Awaited<ReturnType<typeof startOcrChild>>;

/** A page that could not be read. The record of the failed job contains the name of this error. */
export class NotRecognised extends Error {
  override name = "NotRecognised";
}

/**
 * Starts a process that reads pages, one at a time. @param languages the folder with Tesseract's language
 * data
 * @param memoryLimit in bytes; the process ends itself above this limit
 * @throws NotRecognised if it does not start
 */
export async function startOcrChild(languages: string, memoryLimit: number) {
  const { child, alive, end } = await startLimitedChild(PROGRAM, {
    args: [languages, String(memoryLimit), String(process.pid)],
    heap: HEAP,
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
     * @throws NotRecognised
     */
    run: (image: Uint8Array, signal: AbortSignal): Promise<Recognised> =>
      new Promise((resolve, reject) => {
        const stop = () => void end();
        const finish = (reply: OcrReply) => {
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
