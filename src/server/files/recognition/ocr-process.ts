/**
 * The child process that reads pages. Tesseract is compiled to WebAssembly and may fail in ways that end its process;
 * so it has one of its own, which shares nothing with the server: no environment, no right to write files or start
 * programs.
 */
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { createWorker, OEM, PSM } from "tesseract.js";
import type { OcrReply, OcrRequest } from "./ocr-messages.ts";
import { preparePage } from "./prepare-page.ts";

const [, , languages = "", memoryLimit, parent] = process.argv;
/** Of a page 2,000 px wide, as A4. It spares Tesseract a guess. */
const DOTS_PER_INCH = "240";

// People who wait for a page come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);

process.on("disconnect", () => process.exit());
// The server may have gone before anybody listened.
if (!process.connected) process.exit();
const watch = new Worker(new URL("../rendering/child-watchdog.ts", import.meta.url), {
  workerData: { parent: Number(parent), memoryLimit: Number(memoryLimit) },
});

const online = once(watch, "online");

// A course code stands in Latin letters on a paper in Bangla, so that both are read at once.
const tesseract = await createWorker("eng+ben", OEM.LSTM_ONLY, {
  langPath: languages,
  cacheMethod: "none",
  gzip: true,
  errorHandler: () => {},
});
await tesseract.setParameters({ tessedit_pageseg_mode: PSM.AUTO, user_defined_dpi: DOTS_PER_INCH });

await online;
process.on("message", (request: OcrRequest) => void answer(request));
process.send?.("ready");

async function answer({ image }: OcrRequest): Promise<void> {
  process.send?.(await replyTo(image));
}

async function replyTo(image: Uint8Array): Promise<OcrReply> {
  try {
    const { data } = await tesseract.recognize(await preparePage(image));
    return { value: { text: data.text.trim(), confidence: Math.round(data.confidence) } };
  } catch (error) {
    return { error: error instanceof Error ? error.name : "Error" };
  }
}
