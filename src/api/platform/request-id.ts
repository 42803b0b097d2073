import { randomUUID } from "node:crypto";
import { plainAddress } from "../../server/platform/index.ts";
import type { ClientOfOptions } from "./client-of.ts";

/** An id that can be searched for in logs and needs no escaping in any of them. */
const WELL_FORMED = /^[\w=-]{1,128}$/;
/** How many addresses of proxies are remembered, because parsing one takes longer than a cached response. */
const REMEMBERED = 100;

/**
 * @param peer the address at the other end of the socket
 * @param given the `X-Request-Id` header
 * @returns the id of the request
 */
export type RequestIdOf = (peer: string | undefined, given: string | string[] | undefined) => string;

/**
 * Chooses the id of a request: the id that a trusted proxy sends, if it is well formed, otherwise a new one.
 * Anybody else could send the id of another person's request.
 */
export function createRequestIdOf({ trustedProxies }: Pick<ClientOfOptions, "trustedProxies">): RequestIdOf {
  const proxies = new Set<string>();

  function isProxy(peer: string): boolean {
    if (proxies.has(peer)) return true;
    if (!trustedProxies?.(plainAddress(peer), 0)) return false;
    if (proxies.size < REMEMBERED) proxies.add(peer);
    return true;
  }

  return (peer, given) =>
    typeof given === "string" && WELL_FORMED.test(given) && peer !== undefined && isProxy(peer)
      ? given
      : randomUUID();
}
