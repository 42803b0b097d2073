import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { all as proxyAddresses } from "proxy-addr";
import { type Client, deviceCookie, plainAddress } from "../../server/platform/index.ts";

/** The longest part of a user agent that we store, in characters. */
const USER_AGENT_MAX = 300;

export interface ClientOfOptions {
  /** The public origin of the site. */
  origin: string;
  /** The proxies whose `X-Forwarded-For` we trust; no proxy by default. */
  trustedProxies?: ((address: string, index: number) => boolean) | undefined;
}

export type ClientOf = (c: Context) => Client;

/** The address at the other end of the socket; undefined for a request without a socket, as in a test. */
export const peerOf = (c: Context): string | undefined =>
  c.env?.incoming ? getConnInfo(c).remote.address : undefined;

/**
 * Creates a function that describes the client of a request. A request without a socket, as in a test, counts
 * as a request from this machine.
 */
export function createClientOf({ origin, trustedProxies }: ClientOfOptions): ClientOf {
  const cookie = deviceCookie(origin);
  return (c) => {
    const address = peerOf(c) ?? "127.0.0.1";
    return {
      address: clientAddress(address, c.req.header("x-forwarded-for"), trustedProxies),
      userAgent: c.req.header("user-agent")?.slice(0, USER_AGENT_MAX),
      device: cookie.read(c.req.raw.headers),
    };
  };
}

/**
 * The client's address as the outermost trusted proxy saw it. Each proxy appends its caller's address to
 * `X-Forwarded-For`. So `proxy-addr` reads from the right and stops at the first untrusted address; a client
 * can forge everything to the left of that address.
 * @param peer the address at the other end of the socket
 * @param forwarded the `X-Forwarded-For` header
 */
export function clientAddress(
  peer: string,
  forwarded = "",
  isTrusted?: ClientOfOptions["trustedProxies"],
): string {
  const address = plainAddress(peer);
  if (!isTrusted?.(address, 0)) return address;
  // A proxy only writes IP addresses. At any other part the search stops, and the client counts as unknown.
  const parts = forwarded.split(",").map((part) => part.trim());
  const header = parts.map((part) => (isIP(part) === 0 ? "unknown" : plainAddress(part))).join(", ");
  const request = { socket: { remoteAddress: address }, headers: { "x-forwarded-for": header } };
  const seen = proxyAddresses(request as unknown as IncomingMessage, isTrusted);
  return seen.findLast((one) => isIP(one) !== 0) ?? address;
}
