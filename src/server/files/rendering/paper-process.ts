/**
 * The child process that opens untrusted files, one at a time. It has no environment variables, no secrets,
 * and no right to write files or start programs.
 */
import sharp from "sharp";
import { openPaper } from "./paper-file.ts";
import type { PaperReply, PaperRequest } from "./paper-messages.ts";
import { PaperRefused } from "./paper-refused.ts";
import { paperTasks } from "./paper-tasks.ts";
import { watchChild } from "./watch-child.ts";

const [, , memoryLimit = 0, parent = 0, taskTime = 0] = process.argv.map(Number);

sharp.concurrency(1);
sharp.cache(false);
process.on("message", (request: PaperRequest) => void answer(request));
const allowTime = watchChild(memoryLimit, parent, taskTime);

async function answer(request: PaperRequest): Promise<void> {
  allowTime();
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
