import { fileURLToPath } from "node:url";
import { startLimitedChild } from "./limited-child.ts";
import type { PaperReply, PaperRequest } from "./paper-messages.ts";

const PROGRAM = fileURLToPath(new URL("./paper-process.ts", import.meta.url));
/** For V8's heap, in MiB, as V8 counts. */
const HEAP = 128;
/** PDFium's memory limit in pages of 64 KiB, which is 403 MB: it gives up above. */
const PDFIUM_PAGES = 6_144;
/** How long a child may take to start, in ms; a busy machine is slow. */
const START_LIMIT = 30_000;
/** The signs of a process that ran out of memory: our own watch, the system's, V8's. */
const OUT_OF_MEMORY = new Set<NodeJS.Signals | null>(["SIGKILL", "SIGABRT"]);

export type PaperChild = Awaited<ReturnType<typeof startPaperChild>>;

/**
 * Starts a process that opens papers, one at a time.
 * @param memoryLimit in bytes; above it the process ends itself
 * @throws Error if it does not start
 */
export async function startPaperChild(memoryLimit: number) {
  const { child, alive, end } = await startLimitedChild(PROGRAM, {
    args: [String(memoryLimit), String(process.pid)],
    heap: HEAP,
    flags: [`--wasm-max-mem-pages=${PDFIUM_PAGES}`],
    startLimit: START_LIMIT,
  });
  if (!alive()) throw new Error("The process that opens papers did not start.");

  return {
    pid: child.pid,
    alive,
    /** Ends the process, whatever it is doing, and waits for its end. */
    end,
    /**
     * Does one task. Ask for the next one only after this answer.
     * @param timeLimit in ms; then the process is ended
     */
    run: (request: PaperRequest, timeLimit: number): Promise<PaperReply> =>
      new Promise((resolve) => {
        let late = false;
        const timer = setTimeout(() => {
          late = true;
          void end();
        }, timeLimit);
        const finish = (reply: PaperReply) => {
          clearTimeout(timer);
          child.off("message", finish).off("exit", onExit);
          resolve(reply);
        };
        const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
          finish({
            refusal: late || OUT_OF_MEMORY.has(signal) ? "file_too_heavy" : "file_unreadable",
            spent: true,
            isEnded: true,
          });
        child.on("message", finish).on("exit", onExit);
        child.send(request, () => {});
      }),
  };
}
