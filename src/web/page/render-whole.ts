import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";

export interface RenderOptions {
  /** For the scripts of a hydrated page. */
  nonce: string | undefined;
  /** Ends the rendering when the reader has gone. */
  signal: AbortSignal;
}

/**
 * Renders a document and waits until it is complete, so that an error can still change its status.
 * @throws the first error of a component, also of one inside a Suspense boundary, where React would send a gap
 */
export async function renderWhole(
  document: ReactNode,
  { nonce, signal }: RenderOptions,
): Promise<ReadableStream> {
  const errors: unknown[] = [];
  const stream = await renderToReadableStream(document, {
    ...(nonce ? { nonce } : {}),
    signal,
    onError: (error) => void errors.push(error),
  });
  await stream.allReady;
  if (errors.length > 0 && !signal.aborted) throw errors[0];
  return stream;
}
