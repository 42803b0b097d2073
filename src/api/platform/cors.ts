import type { IncomingMessage, RequestListener } from "node:http";
import type { ApiPaths } from "../api-paths.ts";
import { changeHead, type HeadArguments } from "./before-head.ts";

/** The origins whose pages can read public calls; "*" for all origins. */
export type CorsOrigins = "*" | ReadonlySet<string>;

/** How long a browser can keep the response to a preflight, in seconds. Chromium's limit is two hours. */
const MAX_AGE = 7_200;

export interface CorsOptions {
  origins: CorsOrigins;
  apiPaths: ApiPaths;
}

/**
 * Lets pages of other origins read public calls, but never with cookies (Fetch standard, §3.3 CORS protocol).
 * It runs before the response cache, which stores one response for all origins.
 */
export function withCors({ origins, apiPaths }: CorsOptions, listener: RequestListener): RequestListener {
  return (request, response) => {
    const { method = "", url = "", headers } = request;
    const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
    if (!isRead || !apiPaths.isPublic(url.split("?", 1)[0] as string)) return listener(request, response);
    const allowed = announcesWrite(request) ? undefined : allowedOrigin(origins, headers.origin);
    const own: [string, string][] = [["vary", "Origin"]];
    if (allowed !== undefined) own.push(["access-control-allow-origin", allowed]);
    if (method === "OPTIONS") {
      if (allowed !== undefined) {
        own.push(["access-control-allow-methods", "GET, HEAD"]);
        own.push(["access-control-max-age", String(MAX_AGE)]);
      }
      response.writeHead(204, [...own, ["allow", "GET, HEAD, OPTIONS"]].flat()).end();
      return;
    }
    if (allowed !== undefined) own.push(["access-control-expose-headers", "Link, Retry-After, X-Request-Id"]);
    changeHead(response, (args) => withHeaders(args, own));
    return listener(request, response);
  };
}

/**
 * Whether a preflight request announces a method other than a read. A browser sends a POST even if our
 * response does not list this method.
 */
function announcesWrite({ headers }: IncomingMessage): boolean {
  const announced = headers["access-control-request-method"];
  return announced !== undefined && announced !== "GET" && announced !== "HEAD";
}

function allowedOrigin(origins: CorsOrigins, origin: string | undefined): string | undefined {
  if (origins === "*") return "*";
  return origin !== undefined && origins.has(origin) ? origin : undefined;
}

/** Adds headers to a response. A new `vary` is joined with the response's `vary`. */
function withHeaders([status, ...rest]: HeadArguments, own: [string, string][]): HeadArguments {
  const given = rest.find((part) => typeof part === "object" && part !== null);
  const reason = rest.filter((part) => typeof part === "string");
  const pairs = pairsOf(given as HeadersGiven | undefined);
  const vary = pairs.filter(([name]) => name.toLowerCase() === "vary").map(([, value]) => value);
  const others = pairs.filter(([name]) => name.toLowerCase() !== "vary");
  const added = own.map(([name, value]) => [name, name === "vary" ? [...vary, value].join(", ") : value]);
  return [status, ...reason, [...others, ...added].flat()];
}

/** The headers that `writeHead` accepts: a list of names and values, or an object. */
type HeadersGiven = string[] | Record<string, string | string[]>;

function pairsOf(given: HeadersGiven = []): [string, string][] {
  if (Array.isArray(given)) {
    return given.flatMap((name, index) =>
      index % 2 === 0 ? [[name, given[index + 1] as string] as [string, string]] : [],
    );
  }
  return Object.entries(given).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
}
