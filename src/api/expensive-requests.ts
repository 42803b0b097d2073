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

/** What a request that is made for many brings with it (front/front.ts). */
export interface PlaceBindings {
  /** Called once there is a place. @returns whether the answer is still wanted */
  onPlace?: () => boolean;
}

/**
 * A process renders few answers at once: with 20 under way, everybody else waits for 20 renderings in each round of the
 * event loop. One requester holds at most 3 places, and 200 requests may wait in turns.
 */
const LIMITS = { atOnce: 4, waiting: 200 };

/**
 * Gives reads that are not answered from memory a place, in turns per requester: an account, or a network address of
 * visitors. Whatever has a body goes on at once: it is bounded by itself, and must not hold a place while it comes.
 * @returns a middleware that throws DomainError unavailable where too many wait, RequestAborted where the reader has gone
 */
export function expensiveRequests({ services, clientOf }: ExpensiveRequestsOptions): MiddlewareHandler {
  const semaphore = createSemaphore(LIMITS);
  let round = Promise.resolve();
  return async (c: Context<{ Bindings: PlaceBindings | undefined }>, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    const actor = await services.accounts.actor(c.req.raw.headers);
    const owner = actor?.id ?? networkOf(clientOf(c).address);
    return semaphore.take({ owner, signal: c.req.raw.signal }, async () => {
      // One begins in each round of the event loop, so that what is answered from memory goes in between.
      round = round.then(() => setImmediate());
      await round;
      if (c.env?.onPlace?.() === false) return c.body(null, 204);
      return next();
    });
  };
}
