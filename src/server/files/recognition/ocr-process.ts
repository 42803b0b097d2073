/**
 * The child process that reads pages. Tesseract runs as WebAssembly and can crash its process. So it runs in
 * a separate process, without environment variables and without the right to write files or start programs.
 */
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { createWorker, OEM, PSM } from "tesseract.js";
import { ocrLanguages } from "./languages.ts";
import type { OcrReply, OcrRequest } from "./ocr-messages.ts";
import { preparePage } from "./prepare-page.ts";

const [, , languages = "", memoryLimit, parent] = process.argv;
/**
 * The resolution of an A4 page that is 2,000 px wide. Without this setting, Tesseract guesses the resolution.
 */
const DOTS_PER_INCH = "240";

// A lower priority than the server process.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);

process.on("disconnect", () => process.exit());
// The server may have died before this process added its "disconnect" listener.
if (!process.connected) process.exit();
const watch = new Worker(new URL("../rendering/child-watchdog.ts", import.meta.url), {
  workerData: { parent: Number(parent), memoryLimit: Number(memoryLimit) },
});

const online = once(watch, "online");

let isStarting = true;
// A paper in Bangla has its course code in Latin letters, so Tesseract reads all languages at once.
const tesseract = await createWorker(ocrLanguages.join("+"), OEM.LSTM_ONLY, {
  langPath: languages,
  cacheMethod: "none",
  gzip: true,
  // `createWorker` never settles if it can't load a language.
  errorHandler: () => isStarting && process.exit(1),
});
isStarting = false;
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
