import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type ChangeFeed, sessionCookie, type Version } from "../../../server/platform/index.ts";
import type { RequestLog } from "../../app.ts";
import type { OwnPageBindings, SharedPage, SharedPageOptions } from "../own-pages.ts";
import type { RequestIdOf } from "../request-id.ts";
import { type CachedResponse, createCachedResponse } from "./cached-response.ts";
import { createResponseStore } from "./response-store.ts";
import { isForAll, isForReader, OWN, pass } from "./one-response.ts";
import { publicTopics, type Topics } from "./public-paths.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createVisitorOf, sortedQuery, type Visitor, visitorHeader, visitorKey } from "./visitor.ts";

/** The longest address that is cached, in characters. */
const LONGEST = 2_000;
/** The cache is emptied at this interval, in ms, because a page can show the current year. */
const EMPTIED = 600_000;

export interface ResponseCacheOptions {
  /**
   * The whole site. It calls `onPermit` before it makes a response, and makes no response if `onPermit` returns
   * false.
   */
  app: { fetch: (request: Request, env?: OwnPageBindings & object) => Response | Promise<Response> };
  changeFeed: ChangeFeed;
  origin: string;
  /**
   * The declared path of a call, if the path matches when upper and lower case are ignored. Other paths are
   * returned unchanged.
   */
  canonical: (path: string) => string;
  /** The memory limit of the response cache, in bytes; 0 turns the cache off. */
  maxBytes: number;
  log: Pick<RequestLog, "request">;
  requestIdOf: RequestIdOf;
  /** Counts what the cache does; by default nothing is counted. */
  measure?: CacheMeasure | undefined;
}

/** The measurements of the cache. */
export interface CacheMeasure {
  hit(): void;
  miss(): void;
  /** Called once, with a function that reads the number of entries and their bytes. */
  follow(size: () => { entries: number; bytes: number }): void;
}

/**
 * A response that is being made. All matching requests that arrive in this time share it. A request that is
 * still waiting for a permit has no flight.
 */
interface Flight {
  /** The version of the data before the work began. */
  version: Version;
  outcome: Promise<Outcome>;
}

/**
 * The result for a request: `answer` if the response is for many readers, otherwise `other`, for the first
 * requester only.
 */
interface Outcome {
  answer?: CachedResponse;
  other?: Response;
}

/**
 * Runs before the whole site. It sends cached responses to visitors without a session while the shown data is
 * unchanged (docs/decisions/027), and passes every other request to the site. The site asks it for pages that logged-in people
 * share (077).
 */
export function createResponseCache({
  app,
  changeFeed,
  origin,
  canonical,
  maxBytes,
  log,
  requestIdOf,
  measure,
}: ResponseCacheOptions): RequestListener {
  if (maxBytes === 0) return getRequestListener(app.fetch);
  const site = getRequestListener((request, env) => {
    const { incoming } = env as { incoming: IncomingMessage };
    const ownPages: OwnPageBindings = {
      sharedPage: (options) => sharedPage(incoming, options).catch(() => undefined),
    };
    return app.fetch(request, { ...env, ...ownPages });
  });
  const store = createResponseStore(maxBytes);
  measure?.follow(store.size);
  const flights = new Map<string, Flight>();
  const visitorOf = createVisitorOf(origin);
  const visitorOfReader = createVisitorOf(origin, sessionCookie(origin).name);
  setInterval(store.clear, EMPTIED).unref();

  function send(
    answer: CachedResponse,
    key: string,
    { request, response, path, start, id }: Exchange,
    isLogged = true,
  ) {
    const sent = answer.send(request, response, id, (bytes) => store.grew(key, answer, bytes));
    const logStatus = (status: number) => {
      if (!isLogged) return;
      const ms = Math.round(performance.now() - start);
      log.request({ requestId: id, method: request.method as string, path, status, ms });
    };
    if (typeof sent === "number") logStatus(sent);
    else sent.then(logStatus, () => response.destroy());
  }

  /**
   * A current response that an earlier request began or finished; undefined if the data has changed since.
   */
  function shared(key: string, version: Version): Outcome | Promise<Outcome> | undefined {
    const running = flights.get(key);
    if (running?.version === version) return running.outcome;
    const answer = store.get(key, version);
    return answer && { answer };
  }

  /**
   * Requests the response from the site, unless a different request began the same work while this one waited
   * for a permit.
   */
  async function begin({ key, url, topics, visitor, version }: Ask, exchange: Begun): Promise<Outcome> {
    const flight: Flight = { version, outcome: Promise.resolve({}) };
    let others: Outcome | Promise<Outcome> | undefined;
    const onPermit = () => {
      // Nobody else waits for a flight that has not begun.
      if (exchange.signal?.aborted) return false;
      others = shared(key, version);
      if (!others) flights.set(key, flight);
      return !others;
    };
    const made = make(url, visitor, exchange, onPermit);
    flight.outcome = made;
    try {
      const outcome = await made;
      if (outcome.answer) store.put(key, outcome.answer, topics, version);
      // A response that is not for all visitors goes only to the first requester.
      return others ? { answer: (await others).answer } : outcome;
    } finally {
      if (flights.get(key) === flight) flights.delete(key);
    }
  }

  /**
   * Calls the site without a session, as a visitor or as the common reader, so that no data of one person can appear
   * in another person's response.
   */
  async function make(
    url: string,
    visitor: Visitor,
    { request, id, actorId, commonReader }: Begun,
    onPermit: () => boolean,
  ): Promise<Outcome> {
    const headers: Record<string, string> = {};
    const cookie = visitorHeader(visitor);
    if (cookie !== undefined) headers["cookie"] = cookie;
    const forwarded = request.headers["x-forwarded-for"];
    if (typeof forwarded === "string") headers["x-forwarded-for"] = forwarded;
    const made = await app.fetch(new Request(origin + url, { headers }), {
      incoming: request,
      isForAll: true,
      requestId: id,
      onPermit,
      ...(actorId !== undefined && { actorId }),
      ...(commonReader && { commonReader }),
    } as OwnPageBindings);
    if (!isForAll(made)) return { other: made };
    const body = Buffer.from(await made.arrayBuffer());
    const own = [...made.headers].filter(([name]) => !OWN.has(name) && name !== "vary");
    return { answer: createCachedResponse([...own, ["vary", "accept-encoding, cookie"]], body) };
  }

  async function answerNew(ask: Ask, exchange: Exchange): Promise<void> {
    const others = shared(ask.key, ask.version);
    const isFirst = !others;
    const { answer, other } = await (others ?? begin(ask, exchange));
    // For the first requester, the site has already written the log line.
    if (answer) return send(answer, ask.key, exchange, !isFirst);
    const { request, response } = exchange;
    if (!isFirst || !other) return void site(request, response);
    await pass(other, exchange);
  }

  /**
   * The response for this visitor in the cache, or what is needed to make it.
   * @returns undefined for a path that is never cached, or if nobody knows whether the data has changed
   */
  function lookUp(
    { url: sent = "" }: IncomingMessage,
    visitor: Visitor,
    commonReader?: User,
  ): Found | undefined {
    const path = canonical(pathOf(sent));
    const url = path + sent.slice(path.length);
    const version = url.length <= LONGEST ? changeFeed.current() : undefined;
    if (!version) return undefined;
    const ordered = sortedQuery(url);
    const key = `${commonReader ? "student" : "visitor"} ${visitorKey(visitor)} ${ordered}`;
    const answer = store.get(key, version);
    const topics = answer ? undefined : publicTopics(path);
    if (!answer && !topics) return undefined;
    if (answer) measure?.hit();
    else measure?.miss();
    return { path, answer, ask: { key, url: ordered, topics: topics as Topics, visitor, version } };
  }

  /** See `OwnPageBindings`. */
  async function sharedPage(
    request: IncomingMessage,
    { actorId, requestId: id, signal, commonReader }: SharedPageOptions,
  ): Promise<SharedPage | undefined> {
    const visitor = visitorOfReader(request);
    const found = visitor && lookUp(request, visitor, commonReader);
    if (!found) return undefined;
    const { ask } = found;
    const others = shared(ask.key, ask.version);
    const { answer, other } = await (others ?? begin(ask, { request, id, actorId, signal, commonReader }));
    if (answer)
      return { status: 200, html: answer.body, headers: new Headers(Object.fromEntries(answer.headers)) };
    if (others || !other || !isForReader(other)) return undefined;
    return { status: other.status, html: Buffer.from(await other.arrayBuffer()), headers: other.headers };
  }

  return (request, response) => {
    const visitor = visitorOf(request);
    const found = visitor && lookUp(request, visitor);
    if (!found) return void site(request, response);
    const { path, answer, ask } = found;
    const id = requestIdOf(request.socket.remoteAddress, request.headers["x-request-id"]);
    const exchange = { request, response, path, start: performance.now(), id };
    if (answer) return send(answer, ask.key, exchange);
    answerNew(ask, exchange).catch(() => site(request, response));
  };
}

interface Found {
  /** The path in the declared spelling of the call. */
  path: string;
  answer: CachedResponse | undefined;
  ask: Ask;
}

/** A request for which the site begins a response. */
interface Begun {
  request: IncomingMessage;
  id: string;
  /** The id of the account for whose page it is made; undefined for a visitor. */
  actorId?: string;
  /** Aborts when this account's request ends without a response. */
  signal?: AbortSignal;
  /** The reader for whom the page is made; undefined for visitors. */
  commonReader?: User | undefined;
}

interface Exchange extends Begun {
  response: ServerResponse;
  /** The path in the declared spelling of the call. */
  path: string;
  /** The start time on the monotonic clock, in ms. */
  start: number;
}

interface Ask {
  key: string;
  url: string;
  topics: Topics;
  visitor: Visitor;
  /** The version when the request arrived. */
  version: Version;
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}
