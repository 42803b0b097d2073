import type { MiddlewareHandler } from "hono";
import { acceptsGzip, fastGzip, isCompressible } from "./content-coding.ts";

/** Statuses whose responses have no body, or a part of one. */
const UNCHANGED = new Set([204, 205, 206, 304]);
const VARIES = /(?:^|,)\s*(?:accept-encoding|\*)\s*(?:,|$)/i;

/**
 * Compresses the responses that are made for one reader, each as a whole: a stream would cost more processor time than the
 * compression itself. Responses behind this middleware are complete texts; files have a route of their own.
 */
export const compressed: MiddlewareHandler = async (c, next) => {
  await next();
  const { res } = c;
  const type = res.headers.get("content-type") ?? "";
  const isDone = UNCHANGED.has(res.status) || res.headers.has("content-encoding") || c.req.method === "HEAD";
  if (isDone || !isCompressible(type, Infinity)) return;
  if (!VARIES.test(res.headers.get("vary") ?? "")) res.headers.append("vary", "accept-encoding");
  if (!acceptsGzip(c.req.header("accept-encoding"))) return;
  const body = Buffer.from(await res.arrayBuffer());
  const { status, headers } = res;
  const isWorthwhile = isCompressible(type, body.length);
  if (isWorthwhile) {
    headers.set("content-encoding", "gzip");
    headers.delete("content-length");
    const etag = headers.get("etag");
    // A strong tag identifies exact bytes (RFC 9110 §8.8.3).
    if (etag?.startsWith('"')) headers.set("etag", `W/${etag}`);
  }
  // If there is a first response, Hono reads the second one as a stream and copies the headers of the first into it.
  c.res = undefined;
  c.res = new Response(isWorthwhile ? await fastGzip(body) : body, { status, headers });
};
