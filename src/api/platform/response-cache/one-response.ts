import type { IncomingMessage, ServerResponse } from "node:http";

/** Headers that belong to one connection, request or coding. */
export const OWN = new Set([
  "connection",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
  "x-request-id",
]);

/**
 * Whether the response can be shown to all visitors: a cacheable success without a cookie and without an
 * inline script.
 */
export function isForAll(response: Response): boolean {
  const isCacheable = !(response.headers.get("cache-control") ?? "").includes("no-store");
  return response.status === 200 && isCacheable && isForReader(response);
}

/** Whether an anonymous response can become the response to the person who asked for it: it has no cookie and no inline script. */
export function isForReader({ status, headers }: Response): boolean {
  return (
    // The site gives up a response that is no longer needed.
    status !== 204 &&
    !headers.has("set-cookie") &&
    !headers.has("content-encoding") &&
    !(headers.get("content-security-policy") ?? "").includes("nonce-")
  );
}

/** Sends the site's response to one request only. @param id the id of the request */
export async function pass(
  made: Response,
  { request, response, id }: { request: IncomingMessage; response: ServerResponse; id: string },
): Promise<void> {
  const body = Buffer.from(await made.arrayBuffer());
  const cookies = made.headers.getSetCookie();
  const headers = [...made.headers].filter(([name]) => name !== "set-cookie" && !OWN.has(name));
  const list = [...headers, ...cookies.map((cookie) => ["set-cookie", cookie])].flat();
  response.writeHead(made.status, [...list, "x-request-id", id, "content-length", String(body.length)]);
  response.end(request.method === "HEAD" ? undefined : body);
}
