import { BlockList, isIP } from "node:net";
import { compile } from "proxy-addr";

/** Says whether an address belongs to one of our proxies. */
export type IsTrustedProxy = (address: string, index: number) => boolean;

/**
 * A hint for an operator who did not configure the proxies. Without this list, every client seems to have the
 * proxy's address.
 */
export function proxyLines({
  origin,
  trustedProxies,
}: {
  origin: string;
  trustedProxies: IsTrustedProxy | undefined;
}): string[] {
  if (origin.startsWith("http:") || trustedProxies) return [];
  return [
    "PROSHNO_TRUSTED_PROXIES is not set: all visitors behind your proxy count as one client for limits",
  ];
}

/**
 * Reads the list of trusted proxies.
 * @param text addresses, networks such as `10.0.0.0/8`, and the word `loopback`, separated by commas
 * @returns undefined if a part is not valid, or if the list would trust all addresses
 */
export function parseProxies(text: string): IsTrustedProxy | undefined {
  const parts = text.split(",").map((part) => part.trim());
  if (!parts.every((part) => part === "loopback" || isPlain(part))) return undefined;
  try {
    return compile(parts);
  } catch {
    // The prefix length is out of range.
    return undefined;
  }
}

const mapped = new BlockList();
mapped.addSubnet("::ffff:0:0", 96, "ipv6");
/** Whether this is an IPv4-mapped IPv6 address. */
const isMapped = (address: string): boolean => isIP(address) === 6 && mapped.check(address, "ipv6");

/**
 * Whether a part is a full address or network. `proxy-addr` also accepts `10.1`, netmasks and other words.
 */
function isPlain(part: string): boolean {
  const [, address = "", bits] = /^([0-9a-f.:]+)(\/\d+)?$/i.exec(part) ?? [];
  // An IPv4-mapped network is probably a mistake, because its prefix length applies to 128 bits and not to
  // 32.
  return isIP(address) !== 0 && (bits === undefined || !isMapped(address));
}
