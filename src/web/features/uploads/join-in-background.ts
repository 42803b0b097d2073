// Vite replaces this import with the address of the script.
// oxlint-disable-next-line import/default
import workerUrl from "./join-pages.worker.ts?worker&url";
import { type JoinMessage, type JoinRequest, joinPages } from "./join-pages.ts";
import { hasOffscreenCanvas } from "./render-page.ts";

/**
 * Runs `joinPages` in a web worker, so that the page stays responsive. If the browser has no
 * `OffscreenCanvas`, `joinPages` runs in the page.
 * @param signal stops the work
 */
export async function joinInBackground(
  request: JoinRequest,
  onPage: (page: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  if (!hasOffscreenCanvas()) return joinPages(request, onPage);
  // If the web worker didn't load or the phone stopped it, the page itself joins the photos.
  return (await joinInWorker(request, onPage, signal)) ?? joinPages(request, onPage);
}

function joinInWorker(
  request: JoinRequest,
  onPage: (page: number) => void,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const worker = new Worker(workerUrl, { type: "module" });
  const done = new Promise<Blob | undefined>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
    worker.addEventListener("error", () => resolve(undefined));
    worker.addEventListener("message", ({ data }: MessageEvent<JoinMessage>) => {
      if ("page" in data) onPage(data.page);
      else resolve("pdf" in data ? data.pdf : undefined);
    });
    const pages = request.pages.map(({ file, turns, crop }) => ({ file, turns, crop }));
    worker.postMessage({ pages, isGrey: request.isGrey }, []);
  });
  return done.finally(() => worker.terminate());
}
