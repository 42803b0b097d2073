import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { ChangeFeed, Version } from "../../server/platform/index.ts";
import type { RequestLog } from "../app.ts";
import type { PlaceBindings } from "../expensive-requests.ts";
import { type Answer, createAnswer } from "./answer.ts";
import { createAnswerStore } from "./answer-store.ts";
import { publicTopics, type Topics } from "./public-paths.ts";
import { createVisitorOf, sortedQuery, type Visitor } from "./visitor.ts";

/** Longer addresses are not kept. */
const LONGEST = 2_000;
/** A page may show the year, so no answer stays forever. In ms. */
const EMPTIED = 600_000;
/** Headers of one connection, request or coding. */
const OWN = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "x-request-id",
]);

export interface ResponseCacheOptions {
  /** The whole site. It calls `onPlace` before it makes an answer, and makes none if that returns false. */
  app: { fetch: (request: Request, env?: PlaceBindings & object) => Response | Promise<Response> };
  changeFeed: ChangeFeed;
  origin: string;
  /** The declared path of a call, for a path in any case. Other paths stay unchanged. */
  canonical: (path: string) => string;
  /** The memory of the response cache, in bytes; 0 turns it off. */
  maxBytes: number;
  log: Pick<RequestLog, "request">;
}

/**
 * An answer in the making, shared by all requests that arrive meanwhile. A request that awaits its turn has no flight.
 */
interface Flight {
  /** The version before it was begun. */
  version: Version;
  outcome: Promise<Outcome>;
}

/** @property answer for all visitors @property other for the first requester, if the answer is not for all */
interface Outcome {
  answer?: Answer;
  other?: Response;
}

/**
 * Stands before the whole site and answers visitors without a session from memory, while nothing on the answer has
 * changed (docs/decisions/027). Every other request goes on to the site.
 */
export function createResponseCache({
  app,
  changeFeed,
  origin,
  canonical,
  maxBytes,
  log,
}: ResponseCacheOptions): RequestListener {
  const site = getRequestListener(app.fetch);
  if (maxBytes === 0) return site;
  const store = createAnswerStore(maxBytes);
  const flights = new Map<string, Flight>();
  const visitorOf = createVisitorOf(origin);
  setInterval(store.clear, EMPTIED).unref();

  function send(
    answer: Answer,
    key: string,
    { request, response, path, start, id }: Exchange,
    isLogged = true,
  ) {
    const sent = answer.send(request, response, id, (bytes) => store.grew(key, answer, bytes));
    const logStatus = (status: number) => {
      if (!isLogged) return;
      const ms = Math.round(performance.now() - start);
      log.request({ id, method: request.method as string, path, status, ms });
    };
    if (typeof sent === "number") logStatus(sent);
    else sent.then(logStatus, () => response.destroy());
  }

  /** The answer that an earlier request began or finished. A request after a change that it may not show can't join it. */
  function shared(key: string, version: Version): Outcome | Promise<Outcome> | undefined {
    const running = flights.get(key);
    if (running?.version === version) return running.outcome;
    const answer = store.get(key, version);
    return answer && { answer };
  }

  /** Asks the site, unless another request began while this one awaited its turn. */
  async function begin({ key, url, topics, visitor, version }: Ask, exchange: Exchange): Promise<Outcome> {
    const flight: Flight = { version, outcome: Promise.resolve({}) };
    let others: Outcome | Promise<Outcome> | undefined;
    const onPlace = () => {
      others = shared(key, version);
      if (!others) flights.set(key, flight);
      return !others;
    };
    const made = make(url, visitor, exchange, onPlace);
    flight.outcome = made;
    try {
      const outcome = await made;
      if (outcome.answer) store.put(key, outcome.answer, topics, version);
      // An answer that is not for all belongs to the first requester.
      return others ? { answer: (await others).answer } : outcome;
    } finally {
      if (flights.get(key) === flight) flights.delete(key);
    }
  }

  /** Asks as an anonymous visitor: no part of one visitor's request may show in other visitors' answers. */
  async function make(
    url: string,
    { theme }: Visitor,
    { request, id }: Exchange,
    onPlace: () => boolean,
  ): Promise<Outcome> {
    const headers: Record<string, string> = { "x-request-id": id };
    if (theme !== "system") headers["cookie"] = `theme=${theme}`;
    const forwarded = request.headers["x-forwarded-for"];
    if (typeof forwarded === "string") headers["x-forwarded-for"] = forwarded;
    const made = await app.fetch(new Request(origin + url, { headers }), {
      incoming: request,
      isForAll: true,
      onPlace,
    } as PlaceBindings);
    if (!isForAll(made)) return { other: made };
    const body = Buffer.from(await made.arrayBuffer());
    const own = [...made.headers].filter(([name]) => !OWN.has(name) && name !== "vary");
    return { answer: createAnswer([...own, ["vary", "accept-encoding, cookie"]], body) };
  }

  async function answerNew(ask: Ask, exchange: Exchange): Promise<void> {
    const others = shared(ask.key, ask.version);
    const isFirst = !others;
    const { answer, other } = await (others ?? begin(ask, exchange));
    // The site itself has logged the first requester.
    if (answer) return send(answer, ask.key, exchange, !isFirst);
    const { request, response } = exchange;
    if (!isFirst || !other) return void site(request, response);
    await pass(other, exchange);
  }

  return (request, response) => {
    const sent = request.url ?? "";
    const path = canonical(pathOf(sent));
    const url = path + sent.slice(path.length);
    const visitor = visitorOf(request);
    const version = visitor && url.length <= LONGEST ? changeFeed.current() : undefined;
    if (!visitor || !version) return void site(request, response);
    const ordered = sortedQuery(url);
    const key = `${visitor.theme} ${ordered}`;
    const answer = store.get(key, version);
    const topics = answer ? undefined : publicTopics(path);
    if (!answer && !topics) return void site(request, response);
    const exchange = { request, response, path, start: performance.now(), id: idOf(request) };
    if (answer) return send(answer, key, exchange);
    const ask = { key, url: ordered, topics: topics as Topics, visitor, version };
    answerNew(ask, exchange).catch(() => site(request, response));
  };
}

/** One request and its answer. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** In the declared spelling of the call. */
  path: string;
  /** By the monotonic clock, in ms. */
  start: number;
  id: string;
}

/** The requested address. */
interface Ask {
  key: string;
  url: string;
  topics: Topics;
  visitor: Visitor;
  /** Now. */
  version: Version;
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** Whether the answer suits all visitors: a success without a cookie, without a script of its own, and cacheable. */
function isForAll({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    !headers.has("set-cookie") &&
    !headers.has("content-encoding") &&
    !(headers.get("cache-control") ?? "").includes("no-store") &&
    !(headers.get("content-security-policy") ?? "").includes("nonce-")
  );
}

/** The id of a request in answer and log, as Hono's `requestId` takes or makes it. */
function idOf({ headers }: IncomingMessage): string {
  const given = headers["x-request-id"];
  const isGood = typeof given === "string" && given !== "" && given.length <= 255 && !/[^\w\-=]/.test(given);
  return isGood ? given : randomUUID();
}

/** Sends the site's answer to this one request. */
async function pass(made: Response, { request, response, id }: Exchange): Promise<void> {
  const body = Buffer.from(await made.arrayBuffer());
  const cookies = made.headers.getSetCookie();
  const headers = [...made.headers].filter(([name]) => name !== "set-cookie" && !OWN.has(name));
  const list = [...headers, ...cookies.map((cookie) => ["set-cookie", cookie])].flat();
  response.writeHead(made.status, [...list, "x-request-id", id, "content-length", String(body.length)]);
  response.end(request.method === "HEAD" ? undefined : body);
}
