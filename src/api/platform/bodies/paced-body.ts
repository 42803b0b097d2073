import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { DomainError } from "../../../shared/problems/errors.ts";

/** Time limits for an incoming body. Only the time that the server waits for the sender counts. */
export interface Pace {
  /** A body up to this size, in bytes, must arrive within `smallTime` ms. A larger body needs a session. */
  small: number;
  smallTime: number;
  /** A larger body must send `minBytes` in each `window` ms, and be complete within `longest` ms. */
  window: number;
  minBytes: number;
  longest: number;
  /** If a body takes longer than this time, in ms, the server looks up the session again. */
  recheck: number;
}

/**
 * A body up to 256 kB must arrive within 30 s. A larger body must arrive at 4 kB/s or faster, averaged over
 * 20 s, and within an hour.
 */
export const PACE: Pace = {
  small: 256_000,
  smallTime: 30_000,
  window: 20_000,
  minBytes: 80_000,
  longest: 3_600_000,
  recheck: 1_000,
};

/**
 * The chunk framing can be as large as the body plus this many bytes. The limit exists because a body in
 * chunks of one byte takes a long time to read.
 */
const FRAMING = 64_000;

export interface PacedOptions {
  /** Node's request. Without it, as in a test, the body of the Fetch request is read. */
  incoming: IncomingMessage | undefined;
  /** The largest allowed body, in bytes. */
  maxBytes: number;
  /** Whether the request has a session. Without one, `pace.small` is the limit. */
  hasSession: boolean;
  pace: Pace;
  /** Ends the body when it aborts. */
  signal?: AbortSignal;
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * A request's body as it arrives, within the limits of size and time. Each chunk contains all bytes that have
 * arrived since the previous chunk.
 * @throws DomainError too_large, before the first byte if the size is announced; request_timeout;
 * request_aborted if the sender disconnected; the reason of the signal
 */
export async function* pacedBody(request: Request, options: PacedOptions): AsyncGenerator<Bytes> {
  const { incoming, pace, hasSession, signal } = options;
  const maxBytes = hasSession ? options.maxBytes : Math.min(options.maxBytes, pace.small);
  const announced = announcedLength(request);
  if ((announced ?? 0) > maxBytes) throw new DomainError("too_large");
  const source = incoming ?? bodyOf(request);
  if (!source) return;
  // This listener keeps an error that occurs between two waits from ending the process. The waits below have
  // listeners of their own.
  source.on("error", () => {});
  const isLarge = hasSession && (announced ?? Infinity) > pace.small;
  const budget = createTimeBudget(pace, isLarge);
  const framing = announced === undefined ? framingOf(incoming) : () => 0;
  for (let size = 0; ;) {
    const chunk = source.read() as Bytes | null;
    if (chunk === null) {
      if (source.readableEnded) return;
      await budget.during((ms) => untilReadable(source, ms, signal));
      continue;
    }
    size += chunk.length;
    budget.came(chunk.length);
    if (size > maxBytes || framing() > size + FRAMING) throw new DomainError("too_large");
    yield chunk;
  }
}

/** The announced size of a body, in bytes; undefined if the body is chunked. */
function announcedLength({ headers }: Request): number | undefined {
  const length = headers.get("content-length");
  return length === null ? undefined : Number(length);
}

/**
 * The stream is never cancelled, because that would close the connection before the response is sent.
 * `closeUnread` reads the rest.
 */
function bodyOf({ body }: Request): Readable | undefined {
  return body ? Readable.fromWeb(body as NodeReadableStream) : undefined;
}

/**
 * @returns a function that returns how many bytes the connection has received since this call, including
 * unread bytes
 */
function framingOf(incoming: IncomingMessage | undefined): () => number {
  if (!incoming) return () => 0;
  const { socket } = incoming;
  const start = socket.bytesRead - incoming.readableLength;
  return () => socket.bytesRead - start;
}

/**
 * Waits until there are bytes to read or the body has ended.
 * @param ms how long to wait
 * @returns false if the time ran out
 * @throws DomainError request_aborted; the reason of the signal
 */
function untilReadable(source: Readable, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const ready = () => resolve(true);
  const gone = () => reject(new DomainError("request_aborted"));
  const ended = () => reject(signal?.reason as Error);
  const timer = setTimeout(resolve, ms, false);
  source.on("readable", ready).on("end", ready).on("error", gone).on("close", gone);
  signal?.addEventListener("abort", ended);
  if (signal?.aborted) ended();
  else if (source.destroyed) gone();
  return promise.finally(() => {
    clearTimeout(timer);
    source.off("readable", ready).off("end", ready).off("error", gone).off("close", gone);
    signal?.removeEventListener("abort", ended);
  });
}

/** Measures how much more time the sender has. */
function createTimeBudget(pace: Pace, isLarge: boolean) {
  let waited = 0;
  const window = { bytes: 0, waited: 0 };

  /** @returns the time left, in ms; 0 or less if the sender is too slow */
  function left(): number {
    if (!isLarge) return pace.smallTime - waited;
    if (window.waited >= pace.window) {
      if (window.bytes < pace.minBytes) return 0;
      window.bytes = 0;
      window.waited = 0;
    }
    return Math.min(pace.window - window.waited, pace.longest - waited);
  }

  return {
    came(bytes: number): void {
      window.bytes += bytes;
    },
    /**
     * @param wait waits for at most this many ms; resolves to true if the sender did something
     * @throws DomainError request_timeout, and the errors of `wait`
     */
    async during(wait: (ms: number) => Promise<boolean>): Promise<void> {
      for (let isReady = false; !isReady;) {
        const ms = left();
        if (ms <= 0) throw new DomainError("request_timeout");
        const start = performance.now();
        isReady = await wait(ms);
        const took = isReady ? performance.now() - start : ms;
        waited += took;
        window.waited += took;
      }
    },
  };
}
