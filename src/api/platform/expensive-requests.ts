import { setImmediate } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import {
  createSemaphore,
  currentRequester,
  networkOf,
  type PermitHolder,
  type Requester,
  withPermitHolder,
} from "../../server/platform/index.ts";
import type { Services } from "../../server/services.ts";
import type { ClientOf } from "./client-of.ts";

export interface ExpensiveRequestsOptions {
  services: Services;
  clientOf: ClientOf;
}

/** The variables that this middleware sets for later handlers. */
export interface PermitVariables {
  /**
   * Waits for a permit and keeps it until the response is ready. Later calls wait for the same permit. A read
   * that already has a permit continues at once.
   * @throws DomainError unavailable if too many requests wait; RequestAborted if the client disconnects before
   * the request has a permit
   */
  awaitPermit: () => Promise<void>;
}

/** Values that the response cache sets on a request for many visitors (response-cache/response-cache.ts). */
export interface PermitBindings {
  /**
   * Called when the request gets its permit.
   * @returns whether the request still needs the response
   */
  onPermit?: () => boolean;
  /** The id of the account for whose page the shared page is made. The page uses one of this account's permits. */
  actorId?: string;
}

/**
 * If 20 pages were rendered at once, other requests would wait for 20 renderings in each iteration of the
 * event loop. One requester can hold at most 3 of the 4 permits.
 */
const READS = { concurrency: 4, waiting: 200 };
/**
 * Writes have their own permits, so that reads never wait for a lock that a write waits for. 200 students of one
 * address log in at the same time, so more of them may wait.
 */
const WRITES = { concurrency: 4, perOwner: 2, waiting: 500 };

export interface PermitOptions {
  signal?: AbortSignal;
  /** The id of the requester's account, if the caller knows it already. */
  actorId?: string;
}

/**
 * Gives the requester a permit until `use` ends.
 * @throws DomainError unavailable if too many requests wait, and RequestAborted if `signal` aborts before the start
 */
export type WithPermit = <T>(c: Context, use: () => Promise<T>, options?: PermitOptions) => Promise<T>;

export type WithWritePermit = <T>(owner: string, use: () => Promise<T>) => Promise<T>;

/** The permits for expensive work. Requesters take turns; a requester is an account, or the IP address of visitors. */
export interface RequestPermits {
  read: WithPermit;
  /**
   * Gives an account a permit of a write until `use` ends.
   * @param owner the id of the account
   * @throws DomainError unavailable if too many requests wait
   */
  write: WithWritePermit;
  /**
   * Waits for a permit of a write, which the holder gives back. The session must already be looked up.
   * @throws as `WithPermit` does
   */
  holdWrite: (c: Context, holder: PermitHolder) => Promise<void>;
}

export function createRequestPermits({ services, clientOf }: ExpensiveRequestsOptions): RequestPermits {
  const [reads, writes] = [createSemaphore(READS), createSemaphore(WRITES)];
  let round = Promise.resolve();

  /**
   * Waits for an iteration of the event loop in which no other request starts, so that cached responses can be sent
   * in between.
   */
  function ownRound(): Promise<void> {
    round = round.then(() => setImmediate());
    return round;
  }

  async function hold(semaphore: typeof reads, requester: Requester, holder: PermitHolder): Promise<void> {
    const permit = await semaphore.enter(requester);
    holder.hold({ ...permit, enterAgain: () => permit.enterAgain().then(ownRound) });
    await ownRound();
  }

  return {
    async read(c, use, { signal, ...known } = {}) {
      const actorId =
        known.actorId ?? c.env?.actorId ?? (await services.accounts.actor(c.req.raw.headers))?.id;
      const owner = actorId ?? networkOf(clientOf(c).address);
      return withPermitHolder(async (holder) => {
        await hold(reads, { owner, signal }, holder);
        return use();
      });
    },
    write: (owner, use) =>
      withPermitHolder(async (holder) => {
        await hold(writes, { owner }, holder);
        return use();
      }),
    holdWrite(c, holder) {
      const owner = currentRequester() ?? networkOf(clientOf(c).address);
      return hold(writes, { owner, signal: c.req.raw.signal }, holder);
    },
  };
}

/**
 * Gives a permit to each read that the response cache can't serve. A write gets its permit after its body is read
 * (`createBodies`), and before its handler or a page runs. If its client disconnects before that, it does not run.
 * @returns a middleware that throws as `WithPermit` does
 */
export function expensiveRequests(permits: RequestPermits): MiddlewareHandler {
  return async (c: PermitContext, next) => {
    const { method, raw } = c.req;
    if (method === "GET" || method === "HEAD") {
      c.set("awaitPermit", async () => {});
      const read = async () => (c.env?.onPermit?.() === false ? c.body(null, 204) : next());
      return permits.read(c, read, { signal: raw.signal });
    }
    return withPermitHolder(async (holder) => {
      let permit: Promise<void> | undefined;
      c.set("awaitPermit", () => (permit ??= permits.holdWrite(c, holder)));
      await next();
    });
  };
}

type PermitContext = Context<{ Bindings: PermitBindings | undefined; Variables: PermitVariables }>;
