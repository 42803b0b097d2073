import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The ranges of public internet addresses (RFC 4291 §2.4, IANA's registry of IPv6 unicast). */
const GLOBAL = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an address belongs to some machine of the public internet: none of a private network, of this machine, of
 * a group, or one that carries another address inside (mapped, NAT64, 6to4, Teredo), as a router might unwrap it.
 * @param address as a resolver gives it: any other spelling is not public, for two programs might read it differently
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || (parsed as ipaddr.IPv6).match(GLOBAL);
}
