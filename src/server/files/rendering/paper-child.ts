import { fileURLToPath } from "node:url";
import { DomainError } from "../../../shared/problems/errors.ts";
import { startLimitedChild } from "./limited-child.ts";
import type { PaperReply, PaperRequest } from "./paper-messages.ts";

const PROGRAM = fileURLToPath(new URL("./paper-process.ts", import.meta.url));
/** On a busy machine a task takes longer than its processor time. After this multiple, we kill the process. */
const WALL_TIME_FACTOR = 8;
/** The limit of V8's heap, in MiB. */
const HEAP = 128;
/** PDFium's memory limit in pages of 64 KiB: 403 MB in total. */
const PDFIUM_PAGES = 6_144;
/** How long a child process may take to start, in ms. A busy machine is slow. */
const START_LIMIT = 30_000;

/** The machine can't start a process now, for example because too many files are open. */
class NotStarted extends DomainError {
  constructor() {
    super("unavailable");
    this.message = "The process that opens papers did not start.";
  }
}

export type PaperChild = Awaited<ReturnType<typeof startPaperChild>>;

/** The limits of a process that opens papers. The process ends itself above them. */
export interface PaperChildLimits {
  /** In bytes. */
  memoryLimit: number;
  /** The processor time for one task, in ms. */
  timeLimit: number;
}

/**
 * Starts a process that opens papers, one at a time.
 * @throws DomainError unavailable if it does not start
 */
export async function startPaperChild({ memoryLimit, timeLimit }: PaperChildLimits) {
  const { child, alive, end, ask } = await startLimitedChild(PROGRAM, {
    args: [memoryLimit, process.pid, timeLimit].map(String),
    heap: HEAP,
    flags: [`--wasm-max-mem-pages=${PDFIUM_PAGES}`],
    startLimit: START_LIMIT,
  });
  if (!alive()) throw new NotStarted();

  return {
    pid: child.pid,
    alive,
    /** Ends the process at once, and waits until it has ended. */
    end,
    /** Runs one task. Callers must wait for the result before the next call. */
    async run(request: PaperRequest): Promise<PaperReply> {
      const answer = await ask<PaperReply>(request, timeLimit * WALL_TIME_FACTOR);
      if ("reply" in answer) return answer.reply;
      const refusal = answer.isTooHeavy ? "file_too_heavy" : "file_unreadable";
      return { refusal, spent: true, isEnded: true };
    },
  };
}
