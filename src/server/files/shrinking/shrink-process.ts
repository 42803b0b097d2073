/**
 * The child process that makes one PDF smaller and then ends. It has no environment variables, no secrets, and no right
 * to write files or start programs.
 */
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { PaperRefused } from "../rendering/paper-refused.ts";
import type { ShrinkReply, ShrinkRequest } from "./shrink-messages.ts";
import { shrinkPdf } from "./shrink-pdf.ts";

const [, , memoryLimit, parent] = process.argv.map(Number);

// Nobody waits for the result in front of a page, so everything else goes first.
setPriority(constants.priority.PRIORITY_LOW);
sharp.concurrency(1);
sharp.cache(false);

const send = (reply: ShrinkReply) => process.send?.(reply);

process.once("message", (request: ShrinkRequest) => void answer(request));
process.on("disconnect", () => process.exit());
// The server may have died before this process added its "disconnect" listener.
if (!process.connected) process.exit();
new Worker(new URL("../rendering/child-watchdog.ts", import.meta.url), {
  workerData: { parent, memoryLimit },
}).once("online", () => process.send?.("ready"));

async function answer({ path, maxBytes }: ShrinkRequest): Promise<void> {
  try {
    send({ value: await shrinkPdf(path, { maxBytes, onPage: (page, pages) => send({ page, pages }) }) });
  } catch (error) {
    if (error instanceof PaperRefused) return void send({ refusal: error.refusal });
    // PDFium throws these errors if it gets no more memory or nests too deep.
    const exhausted = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    send({ refusal: exhausted ? "file_too_heavy" : "file_unreadable" });
  }
}
