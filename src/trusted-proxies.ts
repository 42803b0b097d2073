import { BlockList, isIP } from "node:net";
import { plainAddress } from "./server/limits/network.ts";

/** What an operator who forgot them should know: every client would be the proxy. */
export function proxyLines({
  origin,
  trustedProxies,
}: {
  origin: string;
  trustedProxies: BlockList | undefined;
}): string[] {
  if (origin.startsWith("http:") || trustedProxies) return [];
  return ["No PROSHNO_TRUSTED_PROXIES is set: everybody behind your proxy counts as one client for limits"];
}

/**
 * The proxies whose word on a client's address counts.
 * @param text addresses, networks such as `10.0.0.0/8`, and the word `loopback`, separated by commas
 * @returns undefined where a part is none of these, or trusts everybody
 */
export function parseProxies(text: string): BlockList | undefined {
  const list = new BlockList();
  return text.split(",").every((part) => add(list, part.trim())) ? list : undefined;
}

function add(list: BlockList, part: string): boolean {
  if (part === "loopback") return add(list, "127.0.0.0/8") && add(list, "::1");
  const [, address = "", bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(part) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  const plain = plainAddress(address);
  const family = isIP(plain) === 4 ? "ipv4" : "ipv6";
  if (bits === undefined) {
    list.addAddress(plain, family);
    return true;
  }
  // A network is written as what it is: `::ffff:10.0.0.0/104` would count its bits from another end.
  const fits = Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
  if (!fits || (version === 6 && family === "ipv4")) return false;
  list.addSubnet(plain, Number(bits), family);
  return true;
}
