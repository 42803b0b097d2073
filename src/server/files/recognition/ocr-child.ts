import { fileURLToPath } from "node:url";
import { startLimitedChild } from "../rendering/limited-child.ts";
import type { OcrReply, Recognised } from "./ocr-messages.ts";

const PROGRAM = fileURLToPath(new URL("./ocr-process.ts", import.meta.url));
/** For V8's heap, in MiB, as V8 counts. */
const HEAP = 256;
/** How long a child may take to start and load its languages, in ms; a busy machine is slow. */
const START_LIMIT = 60_000;

export type OcrChild = Awaited<ReturnType<typeof startOcrChild>>;

/** A page that could not be read. Its name goes into the job's record. */
export class NotRecognised extends Error {
  override name = "NotRecognised";
}

/**
 * Starts a process that reads pages, one at a time.
 * @param languages folder of Tesseract's language data @param memoryLimit in bytes; above it the process ends itself
 * @throws NotRecognised if it does not start
 */
export async function startOcrChild(languages: string, memoryLimit: number) {
  const { child, alive, end } = await startLimitedChild(PROGRAM, {
    args: [languages, String(memoryLimit), String(process.pid)],
    heap: HEAP,
    startLimit: START_LIMIT,
  });
  if (!alive()) throw new NotRecognised();

  return {
    pid: child.pid,
    alive,
    /** Ends the process, whatever it is doing, and waits for its end. */
    end,
    /**
     * Reads one page. Ask for the next one only after this answer.
     * @param signal ends the process where it aborts
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
