/**
 * The child process that opens untrusted files, one at a time. It has no environment variables, no secrets,
 * and no right to write files or start programs.
 */
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { openPaper } from "./paper-file.ts";
import type { PaperReply, PaperRequest } from "./paper-messages.ts";
import { PaperRefused } from "./paper-refused.ts";
import { paperTasks } from "./paper-tasks.ts";

const [, , memoryLimit, parent] = process.argv.map(Number);

// A lower priority than the server process.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);

process.on("message", (request: PaperRequest) => void answer(request));
process.on("disconnect", () => process.exit());
// The server may have died before this process added its "disconnect" listener.
if (!process.connected) process.exit();
new Worker(new URL("./child-watchdog.ts", import.meta.url), {
  workerData: { parent, memoryLimit },
}).once("online", () => process.send?.("ready"));

async function answer(request: PaperRequest): Promise<void> {
  process.send?.(await replyTo(request));
}

async function replyTo({ task, source, ...input }: PaperRequest): Promise<PaperReply> {
  try {
    return { value: await paperTasks[task](await openPaper(source), input) };
  } catch (error) {
    if (error instanceof PaperRefused) return { refusal: error.refusal, spent: false };
    // PDFium throws these errors if it gets no more memory or nests too deep.
    const exhausted = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    return { refusal: exhausted ? "file_too_heavy" : "file_unreadable", spent: true };
  }
}
