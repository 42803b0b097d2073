import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The ranges of public internet addresses (RFC 4291 §2.4, IANA's registry of IPv6 unicast). */
const GLOBAL = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an address belongs to the public internet. Private, loopback and multicast addresses don't.
 * Addresses that contain an IPv4 address (mapped, NAT64, 6to4, Teredo) don't either, because a router may
 * unwrap them.
 * @param address an address as a resolver returns it. Other spellings return false, because two programs may
 * parse them differently
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(GLOBAL);
}
