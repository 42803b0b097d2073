import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { all as proxyAddresses } from "proxy-addr";
import { type Client, deviceCookie, plainAddress } from "../server/platform/index.ts";

/** The most characters that we keep; more would not help a reader. */
const USER_AGENT_MAX = 300;

export interface ClientOfOptions {
  /** Where people reach the site. */
  origin: string;
  /** The proxies that may tell a client's address; none if absent. */
  trustedProxies?: ((address: string, index: number) => boolean) | undefined;
}

export type ClientOf = (c: Context) => Client;

/** The program behind a request. A request without a socket, as in a test, comes from this machine. */
export function createClientOf({ origin, trustedProxies }: ClientOfOptions): ClientOf {
  const cookie = deviceCookie(origin);
  return (c) => {
    const { address = "127.0.0.1" } = c.env?.incoming ? getConnInfo(c).remote : {};
    return {
      address: clientAddress(address, c.req.header("x-forwarded-for"), trustedProxies),
      userAgent: c.req.header("user-agent")?.slice(0, USER_AGENT_MAX),
      device: cookie.read(c.req.raw.headers),
    };
  };
}

/**
 * The address nearest to the client that a trusted proxy saw. Each proxy appends its caller's address to
 * `X-Forwarded-For`, so `proxy-addr` reads from the right and stops at the first address that is no trusted proxy: the
 * client itself invented everything left of it.
 * @param peer the other end of the socket
 * @param forwarded the `X-Forwarded-For` header
 */
export function clientAddress(
  peer: string,
  forwarded = "",
  isTrusted?: ClientOfOptions["trustedProxies"],
): string {
  const address = plainAddress(peer);
  if (!isTrusted?.(address, 0)) return address;
  // A proxy writes nothing but addresses. A part of any other form ends the walk: the caller of the last proxy stays
  // unknown.
  const parts = forwarded.split(",").map((part) => part.trim());
  const header = parts.map((part) => (isIP(part) === 0 ? "unknown" : plainAddress(part))).join(", ");
  const request = { socket: { remoteAddress: address }, headers: { "x-forwarded-for": header } };
  const seen = proxyAddresses(request as unknown as IncomingMessage, isTrusted);
  return seen.findLast((one) => isIP(one) !== 0) ?? address;
}
