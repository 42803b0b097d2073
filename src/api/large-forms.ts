import { DomainError } from "../shared/errors.ts";
import { createTurns } from "../server/files/turns.ts";

export interface LargeFormsOptions {
  /** How many are read at once, and how many may wait. */
  atOnce: number;
  waiting: number;
  /** A body must bring `least` bytes in so many ms. */
  patience: number;
  least: number;
}

const LIMITS: LargeFormsOptions = { atOnce: 4, waiting: 20, patience: 20_000, least: 16_000 };
/** After how many seconds somebody may try once more. */
const RETRY_AFTER = 30;

/**
 * Forms with files are in memory until their files are kept: few are read at once, one of a person, and none whose
 * sender falls silent. Uploads by a script come in parts instead and need none of this.
 */
export function createLargeForms(options: Partial<LargeFormsOptions> = {}) {
  const { patience, least, ...limits } = { ...LIMITS, ...options };
  const turns = createTurns(limits);
  const senders = new Set<string>();

  return {
    /**
     * @param sender whose form it is
     * @param answer given the request once it is its turn. It never hears that its sender has gone: what is read of it
     *   by then stays in memory until it is dealt with
     * @throws DomainError too_many_requests where the sender has another one under way, unavailable where too many wait;
     *   AskerGone
     */
    async take(
      sender: string,
      request: Request,
      answer: (request: Request) => Promise<Response>,
    ): Promise<Response> {
      if (senders.has(sender)) throw new DomainError("too_many_requests", { retryAfter: RETRY_AFTER });
      senders.add(sender);
      try {
        return await turns.take(() => {
          const { url, method, headers } = request;
          const body = request.body?.pipeThrough(steady(patience, least)) ?? null;
          return answer(new Request(url, { method, headers, body, duplex: "half" } as RequestInit));
        }, request.signal);
      } finally {
        senders.delete(sender);
      }
    },
  };
}

/** Passes bytes on, and breaks off where fewer than `least` come in `patience` ms. */
function steady(patience: number, least: number) {
  let came = 0;
  let timer: NodeJS.Timeout;
  return new TransformStream<Uint8Array, Uint8Array>({
    start(stream) {
      timer = setInterval(() => {
        if (came < least) {
          clearInterval(timer);
          stream.error(new Error("The form does not come."));
        }
        came = 0;
      }, patience);
    },
    transform(chunk, stream) {
      came += chunk.length;
      stream.enqueue(chunk);
    },
    flush: () => clearInterval(timer),
  });
}
