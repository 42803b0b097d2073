import { fileURLToPath } from "node:url";
import { MB } from "../../../shared/text/bytes.ts";
import { MAX_PAPER_BYTES } from "../../../shared/files/file-limits.ts";
import type { PaperRefusal } from "../../../shared/files/paper.ts";
import { startLimitedChild } from "../rendering/limited-child.ts";
import type { ShrinkReply } from "./shrink-messages.ts";

export interface ShrinkerOptions {
  /** The limit of the result, in bytes. */
  maxBytes: number;
  /** The limit for the process, in bytes. */
  memoryLimit: number;
  /** How long one page may take, in ms. Loading and writing the file count as one page each. */
  pageLimit: number;
}

const DEFAULTS: ShrinkerOptions = { maxBytes: MAX_PAPER_BYTES, memoryLimit: 1_200 * MB, pageLimit: 300_000 };
const PROGRAM = fileURLToPath(new URL("./shrink-process.ts", import.meta.url));
/** The limit of V8's heap, in MiB. */
const HEAP = 128;
/** PDFium's memory limit in pages of 64 KiB: 671 MB, for 200 MB twice and one picture. */
const PDFIUM_PAGES = 10_240;
/** How long the process may take to start, in ms. A busy machine is slow. */
const START_LIMIT = 30_000;

/** The process did not start, or was ended by the caller's signal. */
class NotShrunk extends Error {
  override name = "NotShrunk";
}

export type Shrinker = ReturnType<typeof createShrinker>;

/** Makes PDFs smaller, each in a process of its own, so that a hostile PDF can't harm the server. */
export function createShrinker(options: Partial<ShrinkerOptions> = {}) {
  const { maxBytes, memoryLimit, pageLimit } = { ...DEFAULTS, ...options };

  /**
   * @param path of the PDF
   * @param onPage called before each page, from 1
   * @param signal ends the process
   * @returns the smaller PDF, or the reason why there is none
   * @throws NotShrunk; another attempt may succeed
   */
  return async function shrink(
    path: string,
    onPage: (page: number, pages: number) => void,
    signal: AbortSignal,
  ): Promise<{ value: Uint8Array } | { refusal: PaperRefusal }> {
    const { child, alive, end } = await startLimitedChild(PROGRAM, {
      args: [String(memoryLimit), String(process.pid)],
      heap: HEAP,
      flags: [`--wasm-max-mem-pages=${PDFIUM_PAGES}`],
      startLimit: START_LIMIT,
    });
    if (!alive()) throw new NotShrunk();
    const stop = () => void end();
    signal.addEventListener("abort", stop);
    let timer: NodeJS.Timeout | undefined;
    const waitForPage = () => {
      clearTimeout(timer);
      timer = setTimeout(stop, pageLimit);
    };
    try {
      return await new Promise((resolve, reject) => {
        child.on("message", (reply: ShrinkReply) => {
          if (!("page" in reply)) return resolve(reply);
          waitForPage();
          onPage(reply.page, reply.pages);
        });
        // The process ends before its reply if it needs too much memory or time.
        child.on("exit", () =>
          signal.aborted ? reject(new NotShrunk()) : resolve({ refusal: "file_too_heavy" }),
        );
        waitForPage();
        child.send({ path, maxBytes }, () => {});
        if (signal.aborted) stop();
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      await end();
    }
  };
}
