import { setImmediate } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import { networkOf } from "../server/limits/network.ts";
import { createSemaphore } from "../server/semaphore.ts";
import type { Services } from "../server/services.ts";
import type { ClientOf } from "./client-of.ts";

export interface ExpensiveRequestsOptions {
  services: Services;
  clientOf: ClientOf;
}

/** The binding of a request that the response cache makes for many readers (front/front.ts). */
export interface PlaceBindings {
  /** Called once there is a place. @returns whether the answer is still wanted */
  onPlace?: () => boolean;
}

/**
 * With 20 answers under way, everybody else would wait for 20 renderings in each round of the event loop. One requester
 * holds at most 3 of the 4 places.
 */
const LIMITS = { atOnce: 4, waiting: 200 };

/**
 * Gives a place to each read that memory can't answer, in turns by requester: an account, or the network address of
 * visitors. A request with a body goes on at once: it has bounds of its own, and must not hold a place while it arrives.
 * @returns a middleware that throws DomainError unavailable if too many wait, RequestAborted if the reader has gone
 */
export function expensiveRequests({ services, clientOf }: ExpensiveRequestsOptions): MiddlewareHandler {
  const semaphore = createSemaphore(LIMITS);
  let round = Promise.resolve();
  return async (c: Context<{ Bindings: PlaceBindings | undefined }>, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    const actor = await services.accounts.actor(c.req.raw.headers);
    const owner = actor?.id ?? networkOf(clientOf(c).address);
    return semaphore.take({ owner, signal: c.req.raw.signal }, async () => {
      // One begins in each round of the event loop, so that answers from memory go in between.
      round = round.then(() => setImmediate());
      await round;
      if (c.env?.onPlace?.() === false) return c.body(null, 204);
      return next();
    });
  };
}
