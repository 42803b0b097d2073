import { setImmediate } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import { createSemaphore, networkOf } from "../server/platform/index.ts";
import type { Services } from "../server/services.ts";
import type { ClientOf } from "./client-of.ts";

export interface ExpensiveRequestsOptions {
  services: Services;
  clientOf: ClientOf;
}

/** The variables that this middleware sets for later handlers. */
export interface PlaceVariables {
  /**
   * Waits for a place, and holds it until the request is answered. Later calls wait for the same place; a read that
   * already waited goes on at once.
   * @throws DomainError unavailable if too many wait
   */
  awaitPlace: () => Promise<void>;
}

/** The binding of a request that the response cache makes for many readers (response-cache/response-cache.ts). */
export interface PlaceBindings {
  /** Called once there is a place. @returns whether the request still needs the answer */
  onPlace?: () => boolean;
}

/**
 * If 20 answers were rendered at once, other requests would wait for 20 renderings in each round of the event loop. One
 * requester holds at most 3 of the 4 places.
 */
const LIMITS = { atOnce: 4, waiting: 200 };

/** Pages that wait for an OpenID provider. */
const WAITS_ELSEWHERE = /^\/+auth\//i;

/**
 * Gives a place to each read that memory can't answer, in turns by requester: an account, or the network address of
 * visitors. Other requests go on at once, since a body, a password or a provider may keep them waiting. They call
 * `awaitPlace` before a page is rendered.
 * @returns a middleware that throws DomainError unavailable if too many wait, RequestAborted if the reader has gone
 */
export function expensiveRequests({ services, clientOf }: ExpensiveRequestsOptions): MiddlewareHandler {
  const semaphore = createSemaphore(LIMITS);
  let round = Promise.resolve();

  async function inTurn<T>(c: PlaceContext, use: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const actor = await services.accounts.actor(c.req.raw.headers);
    const owner = actor?.id ?? networkOf(clientOf(c).address);
    return semaphore.take({ owner, signal }, async () => {
      // One begins in each round of the event loop, so that answers from memory go in between.
      round = round.then(() => setImmediate());
      await round;
      return use();
    });
  }

  return async (c: PlaceContext, next) => {
    const { method, path } = c.req;
    if ((method === "GET" || method === "HEAD") && !WAITS_ELSEWHERE.test(path)) {
      c.set("awaitPlace", async () => {});
      const read = async () => (c.env?.onPlace?.() === false ? c.body(null, 204) : next());
      return inTurn(c, read, c.req.raw.signal);
    }
    const answered = Promise.withResolvers<void>();
    let place: Promise<void> | undefined;
    const hold = () =>
      new Promise<void>((begin, refuse) => {
        inTurn(c, () => (begin(), answered.promise)).catch(refuse);
      });
    c.set("awaitPlace", () => (place ??= hold()));
    try {
      await next();
    } finally {
      answered.resolve();
    }
  };
}

type PlaceContext = Context<{ Bindings: PlaceBindings | undefined; Variables: PlaceVariables }>;
