import type { ReactNode } from "react";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";

export interface RenderOptions {
  /** For the scripts of a hydrated page. */
  nonce: string | undefined;
  /** Ends the rendering when the reader has gone. */
  signal: AbortSignal;
}

type Whole = Buffer<ArrayBuffer>;

/**
 * Renders a document as a whole, so that an error can still change its status. Its many small parts are joined here: the
 * streams between this function and the socket would take a fifth of the processor time of a page.
 * @throws the first error of a component, also of one inside a Suspense boundary, where React would send a gap
 */
export async function renderWhole(document: ReactNode, { nonce, signal }: RenderOptions): Promise<Whole> {
  const { promise, resolve, reject } = Promise.withResolvers<Whole>();
  const errors: unknown[] = [];
  const { pipe, abort } = renderToPipeableStream(document, {
    ...(nonce ? { nonce } : {}),
    onError: (error) => void errors.push(error),
    onShellError: reject,
    onAllReady() {
      if (errors.length > 0) reject(errors[0]);
      else pipe(joined(resolve));
    },
  });
  const stop = () => abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return promise.finally(() => signal.removeEventListener("abort", stop));
}

/** Joins everything that is written. */
function joined(done: (whole: Whole) => void): Writable {
  const parts: Buffer[] = [];
  return new Writable({
    write(part: Buffer, _encoding, next) {
      parts.push(part);
      next();
    },
    final(next) {
      done(Buffer.concat(parts));
      next();
    },
  });
}
