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
   * Waits for a place and keeps it until the response is ready. Later calls wait for the same place. A read
   * that already has a place continues at once.
   * @throws DomainError unavailable if too many requests wait
   */
  awaitPlace: () => Promise<void>;
}

/** Values that the response cache sets on a request for many visitors (response-cache/response-cache.ts). */
export interface PlaceBindings {
  /**
   * Called when the request gets its place.
   * @returns whether the request still needs the response
   */
  onPlace?: () => boolean;
  /** The id of the account for whose page the shared page is made. The page uses one of this account's places. */
  actorId?: string;
}

/**
 * If 20 pages were rendered at once, other requests would wait for 20 renderings in each iteration of the
 * event loop. One requester can hold at most 3 of the 4 places.
 */
const LIMITS = { atOnce: 4, waiting: 200 };

/** Pages that wait for an OpenID provider need no place. */
const WAITS_ELSEWHERE = /^\/+auth\//i;

export interface TurnOptions {
  signal?: AbortSignal;
  /** The id of the requester's account, if the caller knows it already. */
  actorId?: string;
}

/**
 * Gives the requester a place until `use` ends.
 * @throws DomainError unavailable if too many requests wait, and RequestAborted if `signal` aborts before the start
 */
export type InTurn = <T>(c: Context, use: () => Promise<T>, options?: TurnOptions) => Promise<T>;

/** The places for expensive work. Requesters take turns; a requester is an account, or the IP address of visitors. */
export function createTurns({ services, clientOf }: ExpensiveRequestsOptions): InTurn {
  const semaphore = createSemaphore(LIMITS);
  let round = Promise.resolve();

  return async (c, use, { signal, ...known } = {}) => {
    const actorId = known.actorId ?? c.env?.actorId ?? (await services.accounts.actor(c.req.raw.headers))?.id;
    const owner = actorId ?? networkOf(clientOf(c).address);
    return semaphore.take({ owner, signal }, async () => {
      // Only one request starts in each iteration of the event loop, so that cached responses can be sent in
      // between.
      round = round.then(() => setImmediate());
      await round;
      return use();
    });
  };
}

/**
 * Gives a place to each read that the response cache can't serve. Other requests start without a place, because they may wait
 * for a body, a password or a provider. Their handlers call `awaitPlace` before they render a page.
 * @returns a middleware that throws as `InTurn` does
 */
export function expensiveRequests(inTurn: InTurn): MiddlewareHandler {
  return async (c: PlaceContext, next) => {
    const { method, path } = c.req;
    if ((method === "GET" || method === "HEAD") && !WAITS_ELSEWHERE.test(path)) {
      c.set("awaitPlace", async () => {});
      const read = async () => (c.env?.onPlace?.() === false ? c.body(null, 204) : next());
      return inTurn(c, read, { signal: c.req.raw.signal });
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
