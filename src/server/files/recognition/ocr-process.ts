/**
 * The child process that reads pages. Tesseract runs as WebAssembly, and both it and ONNX can crash their process. So they
 * run in a separate process, without the server's environment and without the right to write files or start programs.
 */
import { once } from "node:events";
import { access } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { openModels } from "./lines/models.ts";
import { createReadPage } from "./lines/read-page.ts";
import { createReadWholePage } from "./read-whole-page.ts";
import { ocrLanguages } from "./languages.ts";
import type { OcrHead, OcrReply, OcrRequest, Recognised } from "./ocr-messages.ts";
import { evenPage, preparePage } from "./prepare-page.ts";
import { openTesseract, type Tesseract } from "./tesseract.ts";

const [, , languages = "", memoryLimit, parent, isWithoutModels] = process.argv;
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

// Tesseract loads its data when it is needed; missing data must end the process before a page waits for it.
for (const language of ocrLanguages)
  await access(join(languages, `${language}.traineddata.gz`)).catch(() => process.exit(1));
const read = await openReader();

await online;
process.on("message", (request: OcrRequest) => void answer(request));
process.send?.("ready");

/** Reads line by line, or whole pages on platforms for which npm has no program of ONNX. */
async function openReader(): Promise<(image: Uint8Array) => Promise<Recognised>> {
  const opened: Record<string, Promise<Tesseract>> = {};
  const tesseract = (language: string) => () => (opened[language] ??= openTesseract(language, languages));
  const models = isWithoutModels === "true" ? undefined : await openModels();
  if (models) {
    const readPage = createReadPage(models, tesseract("ben"));
    return async (image) =>
      readPage(await evenPage(image), (head) => {
        process.send?.({ head } satisfies OcrHead);
      });
  }
  const readWholePage = createReadWholePage(tesseract("eng"), tesseract("ben"));
  return async (image) => readWholePage(await preparePage(image));
}

async function answer({ image }: OcrRequest): Promise<void> {
  process.send?.(await replyTo(image));
}

async function replyTo(image: Uint8Array): Promise<OcrReply> {
  try {
    return { value: await read(image) };
  } catch (error) {
    return { error: error instanceof Error ? error.name : "Error" };
  }
}
