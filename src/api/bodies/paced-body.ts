import { DomainError } from "../../shared/errors.ts";

/** How long a body may take to arrive. Only time that we spend waiting for its sender counts. */
export interface Pace {
  /** A body up to this size, in bytes, has `smallTime`, in ms. Only a session may send a larger one. */
  small: number;
  smallTime: number;
  /** A larger one must bring `leastBytes` in each `window` ms, and may take `longest` ms. */
  window: number;
  leastBytes: number;
  longest: number;
}

/** 30 s up to 256 kB; above that 4 kB/s averaged over 20 s, for at most an hour. */
export const PACE: Pace = {
  small: 256_000,
  smallTime: 30_000,
  window: 20_000,
  leastBytes: 80_000,
  longest: 3_600_000,
};

export interface PacedOptions {
  /** The largest body, in bytes. */
  maxBytes: number;
  /** Whether there is a session, without which no body may be larger than `pace.small`. */
  hasSession: boolean;
  pace: Pace;
  /** Ends the body. */
  signal?: AbortSignal;
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The chunks of a request's body as they arrive, within the limits of size and time.
 * @throws DomainError too_large, before the first byte if the size is announced; request_timeout; request_aborted if the
 *   sender went away; the reason of the signal
 */
export async function* pacedBody(request: Request, options: PacedOptions): AsyncGenerator<Bytes> {
  const { pace, hasSession, signal } = options;
  const maxBytes = hasSession ? options.maxBytes : Math.min(options.maxBytes, pace.small);
  if (announcedLength(request) > maxBytes) throw new DomainError("too_large");
  if (!request.body) return;
  // Never cancelled: that would cut the connection before the answer is sent. `closeUnread` drains it.
  const reader = request.body.getReader() as ReadableStreamDefaultReader<Bytes>;
  const next = createPacer(pace, signal);
  for (let size = 0; ;) {
    const chunk = await next(() => reader.read().catch(aborted));
    if (chunk.done) return;
    size += chunk.value.length;
    if (size > maxBytes) throw new DomainError("too_large");
    yield chunk.value;
  }
}

/** The announced size of a body, in bytes; 0 if there is none. */
function announcedLength({ headers }: Request): number {
  return Number(headers.get("content-length") ?? 0);
}

function aborted(): never {
  throw new DomainError("request_aborted");
}

type Read = () => Promise<ReadableStreamReadResult<Bytes>>;

/** @returns a function that waits for a read as long as the pace allows */
function createPacer(pace: Pace, signal: AbortSignal | undefined) {
  const ended = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
  ended.catch(() => {});
  let bytes = 0;
  let waited = 0;
  const window = { bytes: 0, waited: 0 };

  /** How long the sender may still be silent, in ms; 0 or less where it is too slow. */
  function patience(): number {
    if (bytes <= pace.small) return pace.smallTime - waited;
    if (window.waited >= pace.window) {
      if (window.bytes < pace.leastBytes) return 0;
      window.bytes = 0;
      window.waited = 0;
    }
    return Math.min(pace.window - window.waited, pace.longest - waited);
  }

  return async (read: Read): Promise<ReadableStreamReadResult<Bytes>> => {
    const reading = read();
    // It may still fail after the wait has ended.
    reading.catch(() => {});
    for (;;) {
      const left = patience();
      if (left <= 0) throw new DomainError("request_timeout");
      const start = performance.now();
      const chunk = await within(left, Promise.race([reading, ended]));
      const took = Math.max(performance.now() - start, chunk ? 0 : left);
      waited += took;
      window.waited += took;
      if (!chunk) continue;
      bytes += chunk.value?.length ?? 0;
      window.bytes += chunk.value?.length ?? 0;
      return chunk;
    }
  };
}

/** @returns the result of a promise within so many ms, else undefined */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
