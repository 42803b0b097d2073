import type { ReactNode } from "react";
import { finished, Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";

export interface RenderOptions {
  /** For the scripts of a hydrated page. */
  nonce: string | undefined;
  /** Ends the rendering when the reader has gone. */
  signal: AbortSignal;
}

type Whole = Buffer<ArrayBuffer>;

/**
 * Renders a document as a whole, so that an error can still change its status. Its many small parts are joined here, because
 * each part would pass through all streams between this function and the socket.
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
      if (errors.length > 0) return reject(errors[0]);
      const parts: Buffer[] = [];
      const whole = joined(parts);
      // React ends the output also after an error while it writes.
      finished(whole, (error) => {
        const failure = error ?? errors[0];
        if (failure === undefined) resolve(Buffer.concat(parts));
        else reject(failure);
      });
      pipe(whole);
    },
  });
  const stop = () => abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  return promise.finally(() => signal.removeEventListener("abort", stop));
}

/** Collects everything that is written. */
const joined = (parts: Buffer[]): Writable =>
  new Writable({
    write(part: Buffer, _encoding, next) {
      parts.push(part);
      next();
    },
  });
