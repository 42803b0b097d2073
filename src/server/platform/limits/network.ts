import { isIP, SocketAddress } from "node:net";

/** The normal form of an address. An IPv4 address that a dual-stack socket writes as IPv6 becomes IPv4. */
export function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const [unzoned = ""] = address.split("%");
  const plain = new SocketAddress({ address: unzoned, family: "ipv6" }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain;
}

/** The network of one household or machine: an IPv4 address, or the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (isIP(plain) !== 6) return plain;
  const [head = [], tail = []] = plain.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(":")}::/64`;
}
