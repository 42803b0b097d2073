import { type BlockList, isIP } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { Client } from "../server/client.ts";
import { deviceCookie } from "../server/limits/device-cookie.ts";
import { plainAddress } from "../server/limits/network.ts";

/** Longer ones tell nothing more to a reader. */
const USER_AGENT_MAX = 300;

export interface ClientOfOptions {
  /** Where people reach the site. */
  origin: string;
  /** Proxies that are believed about the address of a client; none where absent. */
  trustedProxies?: BlockList | undefined;
}

export type ClientOf = (c: Context) => Client;

/** The program behind a request. A request that came by no socket, as in a test, is of this machine. */
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
 * The address nearest to the client that somebody we trust has seen. Each proxy appends the address it was called
 * from to `X-Forwarded-For`, so we read from the right and stop at the first address that is no proxy of ours: what
 * stands left of it is the client's own invention.
 * @param peer the other end of the socket
 * @param forwarded the `X-Forwarded-For` header
 */
export function clientAddress(peer: string, forwarded = "", trustedProxies?: BlockList): string {
  const trusted = (one: string) => trustedProxies?.check(one, isIP(one) === 6 ? "ipv6" : "ipv4") ?? false;
  const seen = forwarded.split(",");
  let address = plainAddress(peer);
  while (trusted(address)) {
    const next = seen.pop()?.trim() ?? "";
    // Nothing more, or nothing that a proxy would write: who called the last proxy stays unknown.
    if (isIP(next) === 0) break;
    address = plainAddress(next);
  }
  return address;
}
